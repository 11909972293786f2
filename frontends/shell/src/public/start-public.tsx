import { isLanguage, placeOf } from '@darsi/contracts/reference/languages.ts'
// first, because it declares the order of the cascade layers
import '@darsi/design/styles/styles.css'
import { createApi } from '@darsi/client/api/api-client.ts'
import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { startServiceWorker } from '../offline/service-worker.ts'
import { PublicApp } from './public-app.tsx'

/** Starts a public page, hydrating it if it is prerendered. */
export function startPublic(Page: () => ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  // prerendered HTML names its page, because the not-found and offline pages have no fixed address
  const place = placeOf(location.pathname)
  const name = root.dataset['page'] ?? place.path
  // the server chose the not-found page by the browser's language, and hydration needs the same
  const written = document.documentElement.lang
  const language = name === 'not-found' && isLanguage(written) ? written : place.language
  const path = name === 'not-found' ? '/404' : name

  // a session that ends does not change an open public page
  const api = createApi({ baseUrl: '/api', onSignedOut: () => {} })
  const tree = (
    <PublicApp language={language} path={path} api={api}>
      <Page />
    </PublicApp>
  )
  // hydrates in small steps: one long step would block input on a slow phone
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, tree))
  else createRoot(root).render(tree)

  startServiceWorker()
}
