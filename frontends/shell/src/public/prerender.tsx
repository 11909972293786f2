import { createApi } from '@darsi/client/api/api-client.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { prerender } from 'react-dom/static'
import type { PageHead } from '../page-module.ts'
import type { PublicRoute } from '../routes.ts'
import { Loading } from '../screens/loading.tsx'
import { loadPage } from './page-loader.ts'
import { PublicApp } from './public-app.tsx'

type Rendered = PageHead & { body: string }

/** The HTML of one page in one language, readable without JavaScript. */
export async function renderPage(route: PublicRoute, path: string, language: Language): Promise<Rendered> {
  const { Page, head } = await loadPage(route)
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

/** What the application's HTML shows until its scripts run. No text: the language is not known yet, and a text would load a font. */
export async function renderLoading(): Promise<string> {
  const { prelude } = await prerender(<Loading label={null} />)
  return new Response(prelude).text()
}

function refuse(): never {
  throw new Error('a page called the API while it was prerendered')
}
