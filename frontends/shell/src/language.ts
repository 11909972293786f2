import { defaultLanguage, isLanguage, type Language } from '@darsi/contracts/reference/languages.ts'

const key = 'darsi-language'

/** The application's language: the chosen one, or the first of the browser's languages that we support. */
export function appLanguage(): Language {
  const wanted = [chosenLanguage(), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())]
  return wanted.find(isLanguage) ?? defaultLanguage
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // storage may be forbidden; then the browser's language decides
  }
}

/** The language chosen in this browser; null if none was. */
export function chosenLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(key)
    return isLanguage(stored) ? stored : null
  } catch {
    return null
  }
}
