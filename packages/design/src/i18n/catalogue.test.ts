import { catalogueProblems } from '@darsi/contracts/reference/i18n/catalogue-check.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { inEachLanguage, languages } from '@darsi/contracts/reference/languages.ts'
import { describe, expect, it } from '@jest/globals'
import {
  formatDate,
  formatDateTime,
  formatMoney,
  formatPercent,
  formatRelative,
  formatTime,
  translator,
} from './catalogue.ts'

const catalogue = {
  ...inEachLanguage(() => ({
    hello: 'Hello {name}',
    lesson_one: '{count} lesson',
    lesson_other: '{count} lessons',
  })),
  fr: { hello: 'Bonjour {name}', lesson_one: '{count} cours', lesson_other: '{count} cours' },
  ar: {
    hello: 'مرحبا {name}',
    lesson_zero: 'لا دروس',
    lesson_one: 'درس واحد',
    lesson_two: 'درسان',
    lesson_few: '{count} دروس',
    lesson_many: '{count} درسًا',
    lesson_other: '{count} درس',
  },
}

describe('translations', () => {
  it('fill in names', () => {
    expect(translator(catalogue, 'fr')('hello', { name: 'Mariem' })).toBe('Bonjour Mariem')
  })

  it('isolate a name in the other script from the sentence around it', () => {
    expect(translator(catalogue, 'ar')('hello', { name: 'Mariem' })).toBe('مرحبا \u2068Mariem\u2069')
    expect(translator(catalogue, 'ar')('hello', { name: 'مريم' })).toBe('مرحبا مريم')
  })

  it('show a placeholder without a value unchanged, so that it is noticed', () => {
    expect(translator(catalogue, 'en')('hello')).toBe('Hello {name}')
  })

  it.each([
    [0, 'لا دروس'],
    [1, 'درس واحد'],
    [2, 'درسان'],
    [5, '5 دروس'],
    [11, '11 درسًا'],
    [100, '100 درس'],
  ])('use the Arabic plural of %d', (count, expected) => {
    expect(translator(catalogue, 'ar')('lesson', { count })).toBe(expected)
  })

  it('count in English and French', () => {
    expect(translator(catalogue, 'en')('lesson', { count: 1 })).toBe('1 lesson')
    expect(translator(catalogue, 'en')('lesson', { count: 1200 })).toBe('1,200 lessons')
    expect(translator(catalogue, 'fr')('lesson', { count: 0 })).toBe('0 cours')
  })
})

describe('numbers and times', () => {
  it.each(languages)('small numbers are written as Intl writes them in %s', (language) => {
    for (let value = 0; value < 1000; value++) {
      expect(formatNumber(value, language)).toBe(formatNumber(value, language, {}))
    }
  })

  it('use Latin digits in Arabic, as Tunisia does', () => {
    expect(formatNumber(24, 'ar')).toBe('24')
    expect(formatDate('2026-03-12T10:00:00Z', 'ar')).toMatch(/^12 مارس 2026$/)
    expect(formatPercent(30, 'ar')).toContain('30')
  })

  it('use the time of Tunis, an hour ahead of UTC', () => {
    expect(formatTime('2026-07-01T07:05:00Z', 'en')).toBe('08:05')
    expect(formatDate('2026-03-12T23:30:00Z', 'en')).toBe('13 March 2026')
    expect(formatDateTime('2026-03-12T23:30:00Z', 'fr')).toContain('00:30')
  })

  it('show whole dinars without millimes', () => {
    expect(formatMoney(45, 'en')).toMatch(/^TND\s45$/)
    expect(formatMoney(12.5, 'fr')).toMatch(/12,500/)
  })

  it('say how long ago', () => {
    const now = '2026-03-12T10:00:00Z'
    expect(formatRelative('2026-03-12T09:58:00Z', 'en', now)).toBe('2 minutes ago')
    expect(formatRelative('2026-03-14T10:00:00Z', 'fr', now)).toBe('après-demain')
    expect(formatRelative('2025-03-12T10:00:00Z', 'en', now)).toBe('12 March 2025')
  })

  it.each([
    ['Saturday 20:00', '2026-03-14T19:00:00Z', 'Monday 07:00', '2026-03-16T06:00:00Z', '2 days ago'],
    ['Saturday 00:30', '2026-03-13T23:30:00Z', 'Saturday 23:30', '2026-03-14T22:30:00Z', '23 hours ago'],
    ['Saturday 23:30', '2026-03-14T22:30:00Z', 'Saturday 00:30', '2026-03-13T23:30:00Z', 'in 23 hours'],
    ['Saturday 00:30', '2026-03-13T23:30:00Z', 'Sunday 23:30', '2026-03-15T22:30:00Z', 'yesterday'],
    ['Monday 07:00', '2026-03-16T06:00:00Z', 'Saturday 20:00', '2026-03-14T19:00:00Z', 'in 2 days'],
  ])('count the days in Tunis: %s (%s) read on %s (%s) is "%s"', (_at, at, _now, now, expected) => {
    expect(formatRelative(at, 'en', now)).toBe(expected)
  })
})

describe('the check of a catalogue', () => {
  it('refuses a missing plural, an extra key, an empty text or another placeholder', () => {
    const broken = {
      ...inEachLanguage(() => ({ a: 'A {x}', n_one: '{count} n', n_other: '{count} ns' })),
      fr: { a: 'A {y}', n_one: '{count} n', n_other: ' ' },
      ar: { a: 'ا {x}', n_one: '{count}', n_other: '{count}', z: 'ز' },
    }
    expect(catalogueProblems(broken)).toEqual(
      expect.arrayContaining([
        'fr: "a" names other placeholders than English',
        'fr: "n_other" is empty',
        'ar: "n_zero" is missing',
        'ar: "n_few" is missing',
        'ar: "z" is not in the English catalogue',
      ]),
    )
  })
})
