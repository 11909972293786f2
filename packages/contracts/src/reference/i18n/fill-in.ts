import { type Language, scriptOf } from '../languages.ts'
import { formatNumber, oncePerLanguage } from './formats.ts'

export type Texts = Readonly<Record<string, string>>
export type Params = Readonly<Record<string, string | number>>

/** The text of a key in the plural form of `count`, with its values filled in. An unknown key stays as it is. */
export const textOf = (texts: Texts, key: string, params: Params, language: Language): string =>
  fillIn(templateOf(texts, key, params, language), params, language)

/** The text of a key, of which a `count` chooses the plural form (`key_one`, `key_other`); without one it is `other`. */
export const templateOf = (texts: Texts, key: string, { count }: Params, language: Language): string =>
  (typeof count === 'number' ? texts[`${key}_${pluralRules(language).select(count)}`] : texts[key]) ??
  texts[`${key}_other`] ??
  texts[key] ??
  key

/**
 * Replaces each `{name}` by its value; numbers are written as the language does. A placeholder without a value stays, so
 * that it is noticed.
 */
export const fillIn = (template: string, params: Params, language: Language): string =>
  fillInWith(template, params, language, isolated)

/** `show` writes the values that are texts. */
export const fillInWith = (
  template: string,
  params: Params,
  language: Language,
  show: (value: string, language: Language) => string,
): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name]
    if (value === undefined) return placeholder
    return typeof value === 'number' ? formatNumber(value, language) : show(value, language)
  })

const foreignLetters = {
  latin: /[\u0590-\u08ff\u200f]/,
  arabic: /[A-Za-z\u00c0-\u024f\u200e]/,
} as const

/** Isolates a text in the other script, so that it does not reorder the text around it. */
export const isolated = (value: string, language: Language): string =>
  foreignLetters[scriptOf(language)].test(value) ? `\u2068${value}\u2069` : value

export const pluralRules = oncePerLanguage((locale) => new Intl.PluralRules(locale))
