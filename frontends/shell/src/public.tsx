// first, since it names the order of the cascade layers
import '@darsi/ui/styles.css'
import { createApi } from '@darsi/ui/api-client.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { placeOf } from './paths.ts'
import { PublicApp } from './public-app.tsx'
import { notFoundRoute, type PublicRoute, publicRoutes } from './routes.ts'

const { language, path } = placeOf(location.pathname)
const routes: Readonly<Record<string, PublicRoute>> = publicRoutes
const { Page } = await (routes[path] ?? notFoundRoute).load()
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')

// a session that ends while a public page is open changes nothing on it
const api = createApi({ baseUrl: '/api', onSignedOut: () => {} })
const tree = (
  <PublicApp language={language} path={path} api={api}>
    <Page />
  </PublicApp>
)
if (root.hasChildNodes()) hydrateRoot(root, tree)
else createRoot(root).render(tree)
