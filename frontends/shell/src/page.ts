import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type Catalogue, translator } from '@darsi/design/i18n/catalogue.ts'
import type { ReactNode } from 'react'

export type PageHead = {
  title: string
  description: string
  /** A text of its own, for search engines and where it is shared. */
  article?: true
}

/** What the module of a public page exports. */
export type PageModule = { Page: () => ReactNode; head: (language: Language) => PageHead }

/** The page's `title` and `description` for `<head>`, out of its catalogue. */
export const headOf =
  <Key extends string>(texts: Catalogue<Key | 'title' | 'description'>) =>
  (language: Language): PageHead => {
    const t = translator(texts, language)
    return { title: t('title'), description: t('description') }
  }
