import { readTexts } from '@darsi/contracts/reference/i18n/read-texts.ts'
import en from './locales/en.json' with { type: 'json' }

/** By screen or subject; each part of a build gets only the texts that it shows (frontends/build/texts-loader.ts). */
export const clientTexts = readTexts(en, import.meta.dirname)
