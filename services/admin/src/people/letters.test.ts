import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { lettersOf, pairsOf } from './letters.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', ' ', 'é', 'أ', 'ح', '𝒜'), maxLength: 12 })

describe('the pairs of a text', () => {
  it('hold those of every part of it', () => {
    fc.assert(
      fc.property(text, text, fc.nat(12), fc.nat(12), (name, email, from, to) => {
        const whole = pairsOf(lettersOf(name, email))
        const part = pairsOf(name.slice(from, to))
        expect(part.map((bits, at) => (whole[at] ?? 0) & bits)).toEqual(part)
      }),
      { numRuns: 1000 },
    )
  })
})
