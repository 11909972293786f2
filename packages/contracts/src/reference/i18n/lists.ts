import { type Language, scriptOf } from '../languages.ts'
import { oncePerLanguage } from './formats.ts'

const factFormat = oncePerLanguage((locale) => new Intl.ListFormat(locale, { style: 'narrow' }))
const sentenceFormat = oncePerLanguage((locale) => new Intl.ListFormat(locale))

/** A fact, such as "Arabic, French, English", in Arabic with its "and"; empty items are left out. */
export const listOf = (items: readonly string[], language: Language): string =>
  factFormat(language).format(items.filter((item) => item !== ''))

/** Inside a sentence, such as "a phone number, a link and an email address"; empty items are left out. */
export const andJoined = (items: readonly string[], language: Language): string =>
  sentenceFormat(language).format(items.filter((item) => item !== ''))

/** "La Marsa, Tunis": a thing and what it belongs to, not a list; empty words are left out. */
export const commaJoined = (words: readonly string[], language: Language): string =>
  words.filter((word) => word !== '').join(scriptOf(language) === 'arabic' ? '، ' : ', ')
