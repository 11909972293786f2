import { placeOf } from '@darsi/contracts/reference/languages.ts'
import { notFoundRoute, type PublicRoute, publicRoutes } from '../routes.ts'
import { loadPage } from './page-loader.ts'
import { startPublic } from './start-public.tsx'

// for development; a build has one entry per page (build/page-entry-loader.ts)
const routes: Readonly<Record<string, PublicRoute>> = publicRoutes
const { Page } = await loadPage(routes[placeOf(location.pathname).path] ?? notFoundRoute)
startPublic(Page)
