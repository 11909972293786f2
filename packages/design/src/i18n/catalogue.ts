import type { Language } from '@darsi/contracts/reference/languages.ts'
import { dayMs, timeZone, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { noBreak } from '@darsi/contracts/texts/no-break.ts'

export type Texts = Readonly<Record<string, string>>
type Params = Readonly<Record<string, string | number>>

/** CLDR plural forms that each language must contain; French `many` (millions) falls back to `other`. */
type PluralForms = {
  en: 'one' | 'other'
  fr: 'one' | 'other'
  ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
}
type PluralForm = PluralForms['ar']

type Stem<K> = K extends `${infer S}_other` ? S : never
type Plain<K> = K extends `${string}_${PluralForm}` ? never : K

/** The keys for `t`: plain ones, and plural ones without their suffix. */
type KeysOf<En> = (Plain<keyof En> | Stem<keyof En>) & string
/** What a catalogue in language `L` must contain to match the English one. */
type TextsFor<En, L extends Language> = Readonly<
  Record<(Plain<keyof En> | `${Stem<keyof En>}_${PluralForms[L]}`) & string, string>
>

export type Catalogue<Key extends string = string> = Readonly<Record<Language, Texts>> & {
  /** Never present at run time: carries the keys for the type checker. */
  readonly keys?: Key
}

/** Joins the three languages; a key missing from French or Arabic is a type error. */
export function createCatalogue<En extends Texts>(texts: {
  en: En
  fr: NoInfer<TextsFor<En, 'fr'>>
  ar: NoInfer<TextsFor<En, 'ar'>>
}): Catalogue<KeysOf<En>> {
  return texts
}

export type Translate<Key extends string = string> = (key: Key, params?: Params) => string

/** `t(key, params)`: fills in `{name}`; a `count` chooses the plural form. Numbers are formatted in the language. */
export function translator<Key extends string>(
  catalogue: Catalogue<Key>,
  language: Language,
): Translate<Key> {
  const texts = catalogue[language]
  return (key, params = {}) => {
    const text = texts[pluralKey(texts, key, params, language)] ?? key
    return noBreak(text, language).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = params[name]
      if (value === undefined) return placeholder
      return typeof value === 'number' ? formatNumber(value, language) : isolated(value, language)
    })
  }
}

/** Isolates a text in the other script, so that it does not reorder the text around it. */
export function isolated(value: string, language: Language): string {
  const foreign = language === 'ar' ? /[A-Za-z\u00c0-\u024f\u200e]/ : /[\u0590-\u08ff\u200f]/
  return foreign.test(value) ? `\u2068${value}\u2069` : value
}

function pluralKey(texts: Texts, key: string, { count }: Params, language: Language): string {
  if (typeof count !== 'number') return key
  const form = `${key}_${pluralRules(language).select(count)}`
  return form in texts ? form : `${key}_other` in texts ? `${key}_other` : key
}

// Tunisia uses Latin digits in all three languages
const locales = { en: 'en-GB', fr: 'fr-TN', ar: 'ar-TN-u-nu-latn' } as const

const memo = <T>(make: (language: Language, options: string) => T) => {
  const made = new Map<string, T>()
  return (language: Language, options: object = {}): T => {
    const key = language + JSON.stringify(options)
    const known = made.get(key) ?? make(language, JSON.stringify(options))
    made.set(key, known)
    return known
  }
}
const pluralRules = memo((language) => new Intl.PluralRules(locales[language]))
const numberFormat = memo(
  (language, options) => new Intl.NumberFormat(locales[language], JSON.parse(options)),
)
const dateFormat = memo(
  (language, options) => new Intl.DateTimeFormat(locales[language], JSON.parse(options)),
)
const relativeFormat = memo((language) => new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' }))

export type Instant = Date | string | number

export function formatNumber(value: number, language: Language, options?: Intl.NumberFormatOptions): string {
  // the same in all three languages; on a phone the first Intl.NumberFormat takes longer than the hydration
  if (options === undefined && Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
  return numberFormat(language, options ?? {}).format(value)
}

/** A number, or a dash if it is unknown. */
export const formatKnown = (value: number | undefined, language: Language): string =>
  value === undefined ? '–' : formatNumber(value, language)

/** `value` from 0 to 100. */
export function formatPercent(value: number, language: Language): string {
  return formatNumber(value / 100, language, { style: 'percent', maximumFractionDigits: 0 })
}

/** Tunisian dinar; whole amounts without decimals. */
export function formatMoney(value: number, language: Language): string {
  const digits = Number.isInteger(value) ? 0 : 3
  return formatNumber(value, language, {
    style: 'currency',
    currency: 'TND',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** Day in Tunis, by default like "12 March 2026". */
export function formatDate(
  at: Instant,
  language: Language,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' },
): string {
  return dateFormat(language, { timeZone, ...options }).format(new Date(at))
}

/** Hour and minute in Tunis, 24 hours. */
export function formatTime(at: Instant, language: Language): string {
  return formatDate(at, language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

export function formatDateTime(at: Instant, language: Language): string {
  return formatDate(at, language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

/** "2 hours ago", "in 3 days"; beyond a month the date. */
export function formatRelative(at: Instant, language: Language, now: Instant = Date.now()): string {
  const seconds = (new Date(at).getTime() - new Date(now).getTime()) / 1000
  const days = (Date.parse(tunisDay(new Date(at))) - Date.parse(tunisDay(new Date(now)))) / dayMs
  const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number, number])[] = [
    ['minute', 60, 45 * 60],
    // "yesterday" and "tomorrow" are other days of the calendar, however many hours lie between
    ['hour', 3600, days === 0 ? 24 * 3600 : 22 * 3600],
  ]
  if (Math.abs(seconds) < 45) return relativeFormat(language).format(0, 'second')
  for (const [unit, size, limit] of steps) {
    if (Math.abs(seconds) < limit) return relativeFormat(language).format(Math.round(seconds / size), unit)
  }
  if (Math.abs(days) <= 30) return relativeFormat(language).format(days, 'day')
  return formatDate(at, language)
}

/** "8:00": the start of an hour, the same in three languages. */
export function formatHour(hour: number): string {
  return `${hour}:00`
}
