import { describe, expect, it } from '@jest/globals'
import { flagsOf, hasContactDetails } from './flags.ts'

describe('contact details in a text', () => {
  it.each([
    'Appelez-moi au 20 123 456',
    '+216 98.765.432',
    'رقمي ٢٠ ١٢٣ ٤٥٦',
    'amal@example.tn',
    'amal (at) example',
    'https://example.com/x',
    'voir exemple.tn',
    'on WhatsApp please',
    'كلمني على واتساب',
  ])('%s', (text) => {
    expect(hasContactDetails(text)).toBe(true)
  })

  it.each([
    '',
    'Bonjour, je voudrais réviser le chapitre 3 pour le bac 2027.',
    'Monday 10-12 or Tuesday 14:00, 45 TND per hour',
    'مرحبا، أريد دروسا في الرياضيات للسنة التاسعة أساسي.',
    'Année 2026-2027, à partir du 21/11/2026',
    'Exercises 1, 2, 3 and 4 on page 120',
  ])('none: %s', (text) => {
    expect(hasContactDetails(text)).toBe(false)
  })
})

it('a request is flagged for what its message holds and for many open ones', () => {
  expect(flagsOf({ message: 'Bonjour', pending: 4 })).toEqual([])
  expect(flagsOf({ message: '20123456', pending: 5 })).toEqual(['contact-details', 'many-requests'])
})
