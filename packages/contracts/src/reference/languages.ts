export const languages = ['en', 'fr', 'ar'] as const
export type Language = (typeof languages)[number]
export type Localised = Readonly<Record<Language, string>>

export const defaultLanguage: Language = 'en'

export const languageNames = { en: 'English', fr: 'Français', ar: 'العربية' } as const satisfies Localised

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

export const direction = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

// Tunisia writes Latin digits in all three languages; ar-TN gives them, plain ar not everywhere
export const localeOf = (language: Language) =>
  (({ en: 'en-GB', fr: 'fr-TN', ar: 'ar-TN' }) as const)[language]
