import { commaOf, type Language, localeOf } from '../languages.ts'

const formats = new Map<Language, Intl.ListFormat>()

/** "Arabic, French, English", in Arabic with its "and"; empty items are left out. */
export function listOf(items: readonly string[], language: Language): string {
  const format =
    formats.get(language) ?? new Intl.ListFormat(localeOf(language), { type: 'conjunction', style: 'narrow' })
  formats.set(language, format)
  return format.format(items.filter((item) => item !== ''))
}

/** "La Marsa, Tunis": a thing and what it belongs to, not a list; empty words are left out. */
export const commaJoined = (words: readonly string[], language: Language): string =>
  words.filter((word) => word !== '').join(commaOf(language))
