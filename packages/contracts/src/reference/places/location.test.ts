import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { foldText } from '../fold-text.ts'
import { languages } from '../languages.ts'
import { delegations } from './delegations.ts'
import { delegationNamed, distanceKm, governorateNamed, haversineKm, placeLabel } from './location.ts'

const somewhere = fc.constantFrom(...delegations)
const ref = ({ governorateId, id }: { governorateId: number; id: number }) => ({
  governorateId,
  delegationId: id,
})

describe('distance', () => {
  it('is in whole kilometres between delegation centres', () => {
    const laMarsa = { governorateId: 1, delegationId: 4 }
    const sfaxVille = { governorateId: 15, delegationId: 1 }
    expect(distanceKm(laMarsa, { governorateId: 1, delegationId: 5 })).toBe(18)
    expect(distanceKm(laMarsa, sfaxVille)).toBeGreaterThan(230)
    expect(distanceKm(laMarsa, sfaxVille)).toBeLessThan(250)
  })

  it('takes the governorate where the delegation is unknown, and is null where both are', () => {
    expect(distanceKm({ governorateId: 1, delegationId: null }, { governorateId: 1 })).toBe(0)
    expect(distanceKm({ governorateId: null }, { governorateId: 1 })).toBeNull()
  })

  it('is symmetric, whole, and never longer than by way of a third place', () => {
    fc.assert(
      fc.property(somewhere, somewhere, somewhere, (a, b, c) => {
        const there = distanceKm(ref(a), ref(b))
        expect(there).toBe(distanceKm(ref(b), ref(a)))
        expect(Number.isInteger(there)).toBe(true)
        expect(haversineKm(a, b)).toBeLessThanOrEqual(haversineKm(a, c) + haversineKm(c, b) + 1e-9)
      }),
    )
  })
})

describe('finding a place', () => {
  it('every delegation is found by its own name in every script', () => {
    fc.assert(
      fc.property(somewhere, fc.constantFrom(...languages), (place, language) => {
        expect(delegationNamed(place.governorateId, place.name[language])).toBe(place)
      }),
    )
  })

  it('a label never repeats a place named like its governorate', () => {
    expect(placeLabel({ governorateId: 5, delegationId: 1 }, 'en')).toBe('Nabeul')
    expect(placeLabel({ governorateId: null }, 'en')).toBe('')
    expect(placeLabel({ governorateId: 1, delegationId: 4 }, 'ar')).toBe('المرسى، تونس')
    expect(governorateNamed('  le kef ')?.id).toBe(10)
    expect(governorateNamed('Paris')).toBeNull()
  })

  it.each(['اريانه', 'أَرْيانـــة', 'ARIANA', 'ariana'])('%s is Ariana', (name) => {
    expect(governorateNamed(name)).toBe(governorateNamed('Ariana'))
  })

  it('folding twice is folding once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
    )
  })
})
