import { notFoundRoute, type PublicRoute, publicRoutes } from '../routes.ts'

/** The name of a page's entry in the build. */
export const entryOf = ({ folder }: PublicRoute) => `page-${folder.replaceAll('/', '-')}`

/** The build's files for every public page. */
export function pageEntries(): Record<string, string> {
  const routes: PublicRoute[] = [...Object.values(publicRoutes), notFoundRoute]
  return Object.fromEntries(
    routes.map((route) => [entryOf(route), `./src/public/page-entry.ts?${route.folder}`]),
  )
}
