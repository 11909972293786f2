import type { Language } from '@darsi/contracts/reference/languages.ts'
import ar from './locales/ar.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }

/** A missing text in one of the languages does not compile. What each claims is marked in promises.json. */
type PageTexts = typeof en
export const pageTexts: Readonly<Record<Language, PageTexts>> = { en, fr, ar }
