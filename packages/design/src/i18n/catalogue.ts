import type { Catalogue } from '@darsi/contracts/reference/i18n/catalogue.ts'
import { fillIn, type Params, templateOf } from '@darsi/contracts/reference/i18n/fill-in.ts'
import { formatNumber, oncePerLanguage } from '@darsi/contracts/reference/i18n/formats.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { dayMs, timeZone, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { noBreak } from '@darsi/contracts/texts/no-break.ts'

export type Translate<Key extends string = string> = (key: Key, params?: Params) => string

/** `t(key, params)`: fills in `{name}`; a `count` chooses the plural form. Numbers are formatted in the language. */
export function translator<Key extends string>(
  catalogue: Catalogue<Key>,
  language: Language,
): Translate<Key> {
  const texts = catalogue[language]
  return (key, params = {}) =>
    fillIn(noBreak(templateOf(texts, key, params, language), language), params, language)
}

const dateFormat = oncePerLanguage(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
const relativeFormat = oncePerLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

export type Instant = Date | string | number

/** A number, or a dash if it is unknown. */
export const formatKnown = (value: number | undefined, language: Language): string =>
  value === undefined ? '–' : formatNumber(value, language)

/** `value` from 0 to 100. */
export function formatPercent(value: number, language: Language): string {
  return formatNumber(value / 100, language, { style: 'percent', maximumFractionDigits: 0 })
}

/** Tunisian dinar; whole amounts without decimals. Intl ends “د.ت.” with a full stop, our texts do not. */
export function formatMoney(value: number, language: Language): string {
  const digits = Number.isInteger(value) ? 0 : 3
  return formatNumber(value, language, {
    style: 'currency',
    currency: 'TND',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).replace(/\.(?=\u200f?$)/, '')
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
