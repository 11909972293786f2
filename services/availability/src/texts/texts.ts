import { readTexts } from '@darsi/contracts/reference/i18n/read-texts.ts'
import en from './locales/en.json' with { type: 'json' }

export const texts = readTexts(en, import.meta.dirname)
