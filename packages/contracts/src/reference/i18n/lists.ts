import { type Language, scriptOf } from '../languages.ts'
import { oncePerLanguage } from './formats.ts'

const format = oncePerLanguage((locale) => new Intl.ListFormat(locale, { style: 'narrow' }))

/** "Arabic, French, English", in Arabic with its "and"; empty items are left out. */
export const listOf = (items: readonly string[], language: Language): string =>
  format(language).format(items.filter((item) => item !== ''))

/** "La Marsa, Tunis": a thing and what it belongs to, not a list; empty words are left out. */
export const commaJoined = (words: readonly string[], language: Language): string =>
  words.filter((word) => word !== '').join(scriptOf(language) === 'arabic' ? '، ' : ', ')
