import { type Language, localeOf } from '../languages.ts'

/** Makes each formatter once: on a phone that takes longer than its use. */
export function oncePerLanguage<T, Options extends object>(make: (locale: string, options?: Options) => T) {
  const made = new Map<string, T>()
  return (language: Language, options?: Options): T => {
    const key = language + JSON.stringify(options)
    const format = made.get(key) ?? make(localeOf(language), options)
    made.set(key, format)
    return format
  }
}

const numberFormat = oncePerLanguage(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)

export function formatNumber(value: number, language: Language, options?: Intl.NumberFormatOptions): string {
  // the same in all languages; on a phone the first Intl.NumberFormat takes longer than the hydration
  if (options === undefined && Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
  return numberFormat(language, options).format(value)
}
