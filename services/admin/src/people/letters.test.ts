import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { holding, lettersOf } from './letters.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', ' ', 'é', 'أ', 'ح', '𝒜'), maxLength: 12 })

describe('the letters of a person', () => {
  it('hold words exactly when name or address does', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.string({ unit: fc.constantFrom('a', 'b', '.', 'أ'), maxLength: 4 }),
        (name, email, words) => {
          expect(holding(words)(lettersOf(name, email))).toBe(name.includes(words) || email.includes(words))
        },
      ),
      { numRuns: 2000 },
    )
  })
})
