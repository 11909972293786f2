import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { type Language, pathIn } from '@darsi/contracts/reference/languages.ts'
import { LanguageProvider, useLanguage } from '@darsi/design/i18n/i18n.tsx'
import { createContext, type ReactNode, useContext } from 'react'
import type { appRoutes } from './app-routes.ts'
import type { PublicPath } from './routes.ts'

type Site = { path: string; api: ApiClient }

const SiteContext = createContext<Site | null>(null)

export function SiteProvider({
  language,
  children,
  ...site
}: Site & { language: Language; children: ReactNode }) {
  return (
    <LanguageProvider language={language}>
      <SiteContext value={site}>{children}</SiteContext>
    </LanguageProvider>
  )
}

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('useSite needs a SiteProvider above')
  return site
}

/** Addresses in the page's language: `href('/about')` is `/fr/about` on a French page. */
export function useHref(): (path: PublicPath | keyof typeof appRoutes, suffix?: string) => string {
  const language = useLanguage()
  return (path, suffix = '') => (isApp(path) ? path : pathIn(language, path)) + suffix
}

const isApp = (path: string) => path.endsWith('/dashboard') || path === '/superadmin'
