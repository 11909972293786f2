import type { Catalogue } from '@darsi/contracts/reference/i18n/catalogue.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { translator } from '@darsi/design/i18n/catalogue.ts'
import type { ReactNode } from 'react'

export type PageHead = {
  title: string
  description: string
  /** The description for search engines and shared links. */
  article?: true
}

/** The exports of a public page's module. */
export type PageModule = { Page: () => ReactNode; head: (language: Language) => PageHead }

/** The `title` and `description` for `<head>`, from the page's catalogue. */
export const headOf =
  <Key extends string>(texts: Catalogue<Key | 'title' | 'description'>) =>
  (language: Language): PageHead => {
    const t = translator(texts, language)
    return { title: t('title'), description: t('description') }
  }
