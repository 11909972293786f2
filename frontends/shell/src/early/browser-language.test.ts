import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { rememberLanguage } from '../language.ts'
import { showBrowserLanguage } from './browser-language.ts'

const alternates = ['en', 'fr', 'ar']
  .map((language) => {
    const path = language === 'en' ? '/about' : `/${language}/about`
    return `<link rel="alternate" hreflang="${language}" href="https://darsi.example${path}">`
  })
  .join('')

/** Where a browser with these languages is led from `/about?from=mail#top`. */
function ledTo(languages: readonly string[], pageLanguage = 'en', head = alternates) {
  document.documentElement.lang = pageLanguage
  document.head.innerHTML = head
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  const goTo = jest.fn()
  showBrowserLanguage(goTo)
  return goTo.mock.calls[0]?.[0]
}

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/about?from=mail#top')
})
afterEach(() => void jest.restoreAllMocks())

describe('the language of the first visit', () => {
  it('is the first of the browser that we speak', () => {
    expect(ledTo(['fr-FR', 'en'])).toBe('/fr/about?from=mail#top')
    expect(ledTo(['de', 'ar-TN', 'fr'])).toBe('/ar/about?from=mail#top')
  })

  it('is English for an English browser, and for one whose languages we do not speak', () => {
    expect(ledTo(['en-GB', 'ar'])).toBeUndefined()
    expect(ledTo(['de-DE'])).toBeUndefined()
  })

  it('is that of the address where the address names one', () => {
    expect(ledTo(['ar-TN'], 'fr')).toBeUndefined()
  })

  it('gives way to the language that was chosen', () => {
    rememberLanguage('en')
    expect(ledTo(['ar-TN'])).toBeUndefined()
  })

  it('changes nothing on a page without translations', () => {
    expect(ledTo(['ar-TN'], 'en', '')).toBeUndefined()
  })
})
