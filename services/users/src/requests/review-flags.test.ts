import { expect, it } from '@jest/globals'
import { reviewFlags } from './review-flags.ts'

const blank = {
  message: 'Bonjour',
  pending: 4,
  isWithdrawn: false,
  isUnknownAdult: false,
  isSamePerson: false,
}
const flags = (more: object = {}) => reviewFlags({ ...blank, ...more })

it('a request is flagged for contact details, many pending requests, a consent that a guardian withdrew, an adult at school, and two roles of one person', () => {
  expect(flags()).toEqual([])
  expect(flags({ message: '20123456', pending: 5 })).toEqual(['contact-details', 'many-requests'])
  expect(flags({ message: 'vingt douze trente-quatre cinquante-six' })).toEqual(['contact-details'])
  expect(flags({ message: 'Année 2026-2027, à partir du 21/11/2026' })).toEqual([])
  expect(flags({ isWithdrawn: true })).toEqual(['consent-withdrawn'])
  expect(flags({ isUnknownAdult: true })).toEqual(['adult-at-school'])
  expect(flags({ isSamePerson: true })).toEqual(['same-person'])
})
