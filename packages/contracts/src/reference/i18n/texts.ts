import en from './locales/en.json' with { type: 'json' }
import { readTexts } from './read-texts.ts'

/**
 * Texts of servers and browsers by subject, and the names of choices in display order. Each script of a front end gets
 * only the parts that it uses (frontends/build/texts-loader.ts).
 */
export const texts = readTexts(en, import.meta.dirname)
