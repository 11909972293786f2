import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { lettersOf, pairsOf } from './letters.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', ' ', 'é', 'أ', 'ح', '𝒜'), maxLength: 12 })

describe('the pairs of a text', () => {
  it('hold those of every part of it', () => {
    fc.assert(
      fc.property(text, text, fc.nat(12), fc.nat(12), (name, email, from, to) => {
        const whole = lettersOf(name, email)
        const part = pairsOf(name.slice(from, to))
        for (const word of ['pairs0', 'pairs1', 'pairs2', 'pairs3'] as const)
          expect(whole[word] & part[word]).toBe(part[word])
      }),
      { numRuns: 1000 },
    )
  })
})
