import { defaultLanguage, isLanguage, type Language } from '@darsi/contracts/languages.ts'

const key = 'darsi-language'

/** The application's language: the chosen one, else the first that the browser asks for and we speak. */
export function appLanguage(): Language {
  const wanted = [stored(), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())]
  return wanted.find(isLanguage) ?? defaultLanguage
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // storage may be forbidden; the browser's language then decides
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
