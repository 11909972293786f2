type Script = 'latin' | 'arabic'

type Row = {
  /** In the language itself. */
  readonly name: string
  readonly locale: string
  readonly script: Script
  /** A space stands before : ; ? ! and inside « ». */
  readonly spacedMarks?: true
  /** Its missing texts are shown in English. Without this mark a missing text fails the tests. */
  readonly isIncomplete?: true
}

/**
 * Every language of the product. Lists of languages, addresses, directions, formats and the checks of texts derive from
 * this table; plural forms come from Intl. CONTRIBUTING.md says how to add one.
 */
const table = {
  en: { name: 'English', locale: 'en-GB', script: 'latin' },
  fr: { name: 'Français', locale: 'fr-TN', script: 'latin', spacedMarks: true },
  // Tunisia writes Latin digits in Arabic too; ar-TN gives them, plain ar not everywhere
  ar: { name: 'العربية', locale: 'ar-TN-u-nu-latn', script: 'arabic' },
} as const satisfies Record<string, Row>

export type Language = keyof typeof table
export type Localised = Readonly<Record<Language, string>>

const rows: Readonly<Record<Language, Row>> = table

// Object.keys loses the key type of its argument
export const languages = Object.keys(rows) as readonly Language[]

export const defaultLanguage: Language = 'en'

/** A value for each language. */
export const inEachLanguage = <T>(valueIn: (language: Language) => T): Record<Language, T> =>
  // Object.fromEntries loses the key type of its argument
  Object.fromEntries(languages.map((language) => [language, valueIn(language)])) as Record<Language, T>

export const languageNames: Localised = /* @__PURE__ */ inEachLanguage((language) => rows[language].name)

/** Languages that a teacher may say to teach in. */
export const teachingLanguages = ['ar', 'fr', 'en'] as const
export type TeachingLanguage = (typeof teachingLanguages)[number]

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value)

/** The address of a page in a language: `/fr/about`; English has no prefix. */
export const pathIn = (language: Language, path: string): string => {
  if (language === defaultLanguage) return path
  return path === '/' ? `/${language}` : `/${language}${path}`
}

/** The opposite of `pathIn`: `/fr/about` is the page `/about` in French. */
export function placeOf(pathname: string): { language: Language; path: string } {
  const [, first = '', ...rest] = pathname.split('/')
  const prefixed = isLanguage(first) && first !== defaultLanguage
  const path = `/${(prefixed ? rest : [first, ...rest]).join('/')}`
  return { language: prefixed ? first : defaultLanguage, path: path.replace(/(.)\/+$/, '$1') }
}

export const scriptOf = (language: Language): Script => rows[language].script
export const direction = (language: Language): 'ltr' | 'rtl' =>
  scriptOf(language) === 'arabic' ? 'rtl' : 'ltr'
export const localeOf = (language: Language): string => rows[language].locale
export const hasSpacedMarks = (language: Language): boolean => rows[language].spacedMarks === true
export const isIncomplete = (language: Language): boolean => rows[language].isIncomplete === true

/** `fr_TN`, as in Open Graph. */
export const territoryLocaleOf = (language: Language): string => {
  const { language: code, region } = new Intl.Locale(localeOf(language))
  return `${code}_${region}`
}
