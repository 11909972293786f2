import { afterEach, expect, it, jest } from '@jest/globals'
import { render } from '@testing-library/react'
import { InLanguage } from './i18n.tsx'
import { TunisTime } from './tunis-time.tsx'

const lesson = '2026-07-01T16:00:00Z'
const shownWhereItIs = (hour: number, language: 'en' | 'fr' | 'ar') => {
  jest.spyOn(Date.prototype, 'getHours').mockReturnValue(hour)
  return render(
    <InLanguage language={language}>
      <TunisTime at={lesson} />
    </InLanguage>,
  ).container.textContent
}
afterEach(() => {
  jest.restoreAllMocks()
})

it.each([
  ['en', ' (time in Tunisia)'],
  ['fr', ' (heure de Tunisie)'],
  ['ar', ' (بتوقيت تونس)'],
] as const)(
  'an hour names its zone in %s where the device shows another one, and nowhere else',
  (language, text) => {
    expect(shownWhereItIs(17, language)).toBe('')
    // Paris in summer
    expect(shownWhereItIs(18, language)).toBe(text)
  },
)
