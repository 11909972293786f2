import { describe, expect, it } from '@jest/globals'
import { offeredHours } from './offer-store.ts'

const offer = { templates: { '2026-11-04': 10, '2026-11-18': 20 }, weeks: { '2026-11-09': 3 } }

describe('the hours that a teacher offered in a week', () => {
  it('none before there was a grid', () => expect(offeredHours(offer, '2026-10-26')).toBe(0))
  it('those of the template that was in force at its end', () => {
    expect(offeredHours(offer, '2026-11-02')).toBe(10)
    expect(offeredHours(offer, '2026-11-16')).toBe(20)
  })
  it('those of the week’s own grid', () => expect(offeredHours(offer, '2026-11-09')).toBe(3))
  it('the template still counts weeks later', () => expect(offeredHours(offer, '2026-12-07')).toBe(20))
})
