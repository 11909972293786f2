import { placeOf } from '@darsi/contracts/reference/languages.ts'
// first, since it names the order of the cascade layers
import '@darsi/design/styles/styles.css'
import { createApi } from '@darsi/client/api/api-client.ts'
import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { PublicApp } from './public-app.tsx'
import { startServiceWorker } from './service-worker.ts'

/** Makes a public page alive, prerendered or not. */
export function startPublic(Page: () => ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  // prerendered HTML says which page it is: the not-found and the offline page stand under any address
  const { language, path: asked } = placeOf(location.pathname)
  const name = root.dataset['page'] ?? asked
  const path = name === 'not-found' ? '/404' : name

  // a session that ends while a public page is open changes nothing on it
  const api = createApi({ baseUrl: '/api', onSignedOut: () => {} })
  const tree = (
    <PublicApp language={language} path={path} api={api}>
      <Page />
    </PublicApp>
  )
  // in small steps: on a slow phone a page made alive at one go cannot be touched meanwhile
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, tree))
  else createRoot(root).render(tree)

  startServiceWorker()
}
