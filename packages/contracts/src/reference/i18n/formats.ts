import { type Language, languageNames, localeOf } from '../languages.ts'

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

const languageFormat = oncePerLanguage((locale) => new Intl.DisplayNames(locale, { type: 'language' }))

/** A language that is spoken in lessons, named for the reader; `languageNames` are for choices of the reader's own. */
export function spokenLanguage(spoken: Language, language: Language): string {
  const name = languageFormat(language).of(spoken) ?? languageNames[spoken]
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
