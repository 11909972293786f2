import { placeOf } from './paths.ts'
import { notFoundRoute, type PublicRoute, publicRoutes } from './routes.ts'
import { startPublic } from './start-public.tsx'

// while developing; a build has an entry per page instead (build/page-entry-loader.ts)
const routes: Readonly<Record<string, PublicRoute>> = publicRoutes
const { Page } = await (routes[placeOf(location.pathname).path] ?? notFoundRoute).load()
startPublic(Page)
