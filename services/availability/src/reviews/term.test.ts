import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { expect, it } from '@jest/globals'
import { termOf } from './term.ts'

it.each([
  ['2026-09-01', '2026-2027.1'],
  ['2026-12-31', '2026-2027.1'],
  ['2027-01-01', '2026-2027.2'],
  ['2027-03-31', '2026-2027.2'],
  ['2027-04-01', '2026-2027.3'],
  ['2027-08-31', '2026-2027.3'],
])('%s is in the school term %s', (day, term) => expect(termOf(instantOf(day, 9))).toBe(term))
