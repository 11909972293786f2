import { expect, it } from '@jest/globals'
import { flagsOf } from './flags.ts'

it('a request is flagged for what its message holds and for many open ones', () => {
  expect(flagsOf({ message: 'Bonjour', pending: 4 })).toEqual([])
  expect(flagsOf({ message: '20123456', pending: 5 })).toEqual(['contact-details', 'many-requests'])
  expect(flagsOf({ message: 'vingt douze trente-quatre cinquante-six', pending: 0 })).toEqual([
    'contact-details',
  ])
  expect(flagsOf({ message: 'Année 2026-2027, à partir du 21/11/2026', pending: 0 })).toEqual([])
})
