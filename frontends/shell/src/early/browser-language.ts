import { defaultLanguage } from '@darsi/contracts/reference/languages.ts'
import { appLanguage, chosenLanguage } from '../language.ts'

/**
 * At the first visit an address without a language shows the page in the browser's language. A stored choice and an
 * address with a language override it.
 * @param goTo replaces the page that is open
 */
export function showBrowserLanguage(goTo = (address: string) => location.replace(address)): void {
  const wanted = appLanguage()
  const isOpen = wanted === defaultLanguage || document.documentElement.lang !== defaultLanguage
  if (isOpen || chosenLanguage()) return
  const translation = document.querySelector<HTMLLinkElement>(`link[rel="alternate"][hreflang="${wanted}"]`)
  // its origin is the public one, which may not be the one that was asked
  if (translation) goTo(new URL(translation.href).pathname + location.search + location.hash)
}
