import { type Language, pathIn } from '@darsi/contracts/languages.ts'
import { createApi } from '@darsi/ui/api-client.ts'
import { prerender } from 'react-dom/static'
import { appRoutes } from './app-routes.ts'
import type { PageHead } from './page.ts'
import { pageTextsId } from './page-texts.ts'
import { PublicApp } from './public-app.tsx'
import { notFoundRoute, type PublicRoute, publicRoutes, redirects } from './routes.ts'

/** What the build needs to know of the site. */
export const site = { appRoutes, notFoundRoute, pageTextsId, pathIn, publicRoutes, redirects }

type Rendered = PageHead & { body: string }

/** The HTML of one page in one language, without JavaScript's help readable. */
export async function renderPage(route: PublicRoute, path: string, language: Language): Promise<Rendered> {
  const { Page, head } = await route.load()
  const api = createApi({ baseUrl: '/api', onSignedOut: () => {}, fetch: refuse })
  const { prelude } = await prerender(
    <PublicApp language={language} path={path} api={api}>
      <Page />
    </PublicApp>,
    {
      onError(error) {
        throw error
      },
    },
  )
  return { ...head(language), body: await new Response(prelude).text() }
}

function refuse(): never {
  throw new Error('a page called the API while it was prerendered')
}
