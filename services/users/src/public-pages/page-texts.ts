import { readLanguages } from '@darsi/contracts/reference/i18n/read-texts.ts'
import en from './locales/en.json' with { type: 'json' }

/** What each claims is marked in promises.json. */
export const pageTexts = readLanguages(en, import.meta.dirname)
