import { expect, it } from '@jest/globals'
import { reviewFlags } from './review-flags.ts'

it('a request is flagged for contact details in its message and for many pending requests', () => {
  expect(reviewFlags({ message: 'Bonjour', pending: 4 })).toEqual([])
  expect(reviewFlags({ message: '20123456', pending: 5 })).toEqual(['contact-details', 'many-requests'])
  expect(reviewFlags({ message: 'vingt douze trente-quatre cinquante-six', pending: 0 })).toEqual([
    'contact-details',
  ])
  expect(reviewFlags({ message: 'Année 2026-2027, à partir du 21/11/2026', pending: 0 })).toEqual([])
})
