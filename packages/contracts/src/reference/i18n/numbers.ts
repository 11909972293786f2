import { type Language, localeOf } from '../languages.ts'

const formats = new Map<string, Intl.NumberFormat>()

export function formatNumber(value: number, language: Language, options?: Intl.NumberFormatOptions): string {
  // the same in all languages; on a phone the first Intl.NumberFormat takes longer than the hydration
  if (options === undefined && Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
  const key = language + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.NumberFormat(localeOf(language), options)
  formats.set(key, format)
  return format.format(value)
}
