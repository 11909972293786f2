import { defaultLanguage, isLanguage, type Language } from '@darsi/contracts/languages.ts'

export type Place = { language: Language; path: string }

/** `/fr/about` is the page `/about` in French; English has no prefix. */
export function placeOf(pathname: string): Place {
  const [, first = '', ...rest] = pathname.split('/')
  const prefixed = isLanguage(first) && first !== defaultLanguage
  const path = `/${(prefixed ? rest : [first, ...rest]).join('/')}`
  return { language: prefixed ? first : defaultLanguage, path: path.replace(/(.)\/+$/, '$1') }
}
