import { slugOf } from '@darsi/kit/testing/slug-of.ts'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  answer,
  type CareChange,
  type CareFacts,
  newCareChange,
  objectionMs,
  reviewed,
  settled,
} from './care-change.ts'
import { weakensProtection } from './weaker-protection.ts'

const at = new Date('2026-11-22T08:00:00Z')
const later = (hours: number) => new Date(at.getTime() + hours * 3600 * 1000)
const of = (...guardianIds: string[]): CareFacts => ({
  guardianIds,
  activeIds: guardianIds,
  isPossible: true,
  isSamePerson: false,
})
const asked = {
  _id: 'c',
  childId: 'k',
  accountId: null,
  by: 'p',
  guardianId: null,
  fields: { birthYear: 2006 },
}
const age = (facts = of('p', 'q')) => newCareChange({ ...asked, kind: 'age' }, facts, at)
const guardian = (facts = of('p')) =>
  newCareChange(
    { ...asked, kind: 'guardian', by: 's', accountId: 's', guardianId: 'q', fields: null },
    facts,
    at,
  )
const agree = (change: CareChange, by: string, facts: CareFacts, when = at) =>
  answer(change, { by, decision: 'agree', at: when }, facts).changed
const review = (change: CareChange, decision: 'approved' | 'declined', facts: CareFacts, when = at) =>
  reviewed(change, { decision, by: 'a', note: 'seen', askedAt: change.askedAt, at: when }, facts)?.changed

describe('another age of a minor', () => {
  it('counts once every guardian and an administrator agreed and 72 hours are over', () => {
    const facts = of('p', 'q')
    let change = age()
    expect(change).toMatchObject({ agreedBy: ['p'], admin: 'waiting' })
    change = review(agree(change, 'q', facts), 'approved', facts) ?? change
    expect(settled(change, facts, later(71.9))).toBeNull()
    expect(settled(change, facts, later(72))?.changed).toMatchObject({
      status: 'applied',
      fields: { birthYear: 2006 },
    })
  })

  it('does not while one guardian is silent, or one who joined meanwhile', () => {
    const facts = of('p', 'q')
    const silent = review(age(), 'approved', facts) ?? age()
    expect(settled(silent, facts, later(100))).toBeNull()
    const all = agree(silent, 'q', facts)
    expect(settled(all, of('p', 'q', 'r'), later(100))).toBeNull()
    // the guardian without an answer has left
    expect(settled(silent, of('p'), later(100))?.changed.status).toBe('applied')
    // suspended guardians count, and an empty list is no agreement
    expect(settled(silent, { ...facts, activeIds: ['p'] }, later(100))).toBeNull()
    expect(settled(all, of(), later(100))).toBeNull()
  })

  it('is refused for all by one objection, also of who agreed, and by an administrator', () => {
    const facts = of('p', 'q')
    for (const by of ['p', 'q']) {
      const refused = answer(agree(age(), 'q', facts), { by, decision: 'object', at }, facts).changed
      expect(refused).toMatchObject({ status: 'refused', fields: null })
      expect(slugOf(() => agree(refused, 'q', facts))).toBe('care-change-decided')
      expect(review(refused, 'approved', facts)).toBeUndefined()
      expect(settled(refused, facts, later(100))).toBeNull()
    }
    expect(review(age(), 'declined', facts)).toMatchObject({ status: 'refused', admin: 'refused' })
  })

  it('is decided once: an agreement or a review that is repeated, late or about another request changes nothing', () => {
    const facts = of('p', 'q')
    expect(slugOf(() => agree(age(), 'p', facts))).toBe('care-change-decided')
    expect(slugOf(() => agree(age(), 'x', facts))).toBe('not-found')
    const once = review(age(), 'approved', facts) ?? age()
    expect(review(once, 'declined', facts)).toBeUndefined()
    expect(review(age(), 'approved', facts, later(31 * 24))).toBeUndefined()
    expect(slugOf(() => agree(age(), 'q', facts, later(31 * 24)))).toBe('care-change-decided')
    expect(review({ ...age(), askedAt: later(1) }, 'approved', facts)?.status).toBe('waiting')
    const read = { by: 'q', decision: 'agree' as const, askedAt: later(-1), at }
    expect(slugOf(() => answer(age(), read, facts))).toBe('care-change-decided')
    const other = { decision: 'approved' as const, by: 'a', note: '', askedAt: later(-1), at }
    expect(reviewed(age(), other, facts)).toBeNull()
    expect(settled(age(), facts, later(30 * 24))?.changed.status).toBe('expired')
    expect(settled(age(), { ...facts, isPossible: false }, later(1))?.changed.status).toBe('withdrawn')
  })

  it('never counts without all of them, whatever happens in whatever order', () => {
    const step = fc.oneof(
      fc.record({ by: fc.constantFrom('p', 'q', 'r', 'x'), decision: fc.constantFrom('agree', 'object') }),
      fc.record({ admin: fc.constantFrom('approved', 'declined') }),
      fc.record({ hours: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ guardians: fc.subarray(['p', 'q', 'r']) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let [change, facts, hours] = [age(), of('p', 'q'), 0]
        const said = { agreed: new Set(['p']), admin: false }
        for (const one of steps) {
          if (change.status !== 'waiting') break
          if ('hours' in one) hours += one.hours
          if ('guardians' in one) facts = of(...one.guardians)
          const when = later(hours)
          if ('admin' in one) {
            change = review(change, one.admin as 'approved', facts, when) ?? change
            said.admin ||= one.admin === 'approved'
          }
          if (
            'by' in one &&
            slugOf(() => answer(change, { ...one, decision: one.decision as 'agree', at: when }, facts)) ===
              null
          ) {
            change = answer(change, { ...one, decision: one.decision as 'agree', at: when }, facts).changed
            if (one.decision === 'agree') said.agreed.add(one.by)
          }
          change = settled(change, facts, when)?.changed ?? change
          if (change.status !== 'applied') continue
          expect(facts.guardianIds.length).toBeGreaterThan(0)
          expect(facts.guardianIds.every((userId) => said.agreed.has(userId))).toBe(true)
          expect(said.admin).toBe(true)
          expect(hours * 3600 * 1000).toBeGreaterThanOrEqual(objectionMs)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a further guardian', () => {
  it('needs the agreement of one existing guardian; an administrator cannot decide', () => {
    const facts = of('p', 'r')
    expect(guardian(facts).admin).toBe('none')
    expect(review(guardian(facts), 'approved', facts)).toBeUndefined()
    expect(agree(guardian(facts), 'r', facts)).toMatchObject({ status: 'applied' })
    expect(slugOf(() => agree(guardian(facts), 's', facts))).toBe('not-found')
    expect(answer(guardian(facts), { by: 'p', decision: 'object', at }, facts).changed.status).toBe('refused')
  })

  it('who may be the learner or a teacher needs an administrator, whoever of the guardians agreed', () => {
    const facts: CareFacts = { ...of('p'), isSamePerson: true }
    const change = guardian(facts)
    expect(change).toMatchObject({ status: 'waiting', admin: 'waiting' })
    const agreed = agree(change, 'p', facts)
    expect(agreed).toMatchObject({ status: 'waiting', admin: 'waiting' })
    // found out while it waits, as after a change of the telephone
    expect(settled(guardian(of('p')), facts, later(1))?.changed).toMatchObject({ admin: 'waiting' })
    expect(review(change, 'approved', facts)).toMatchObject({ status: 'applied' })
  })

  it('needs an administrator where no guardian can answer: they went, or are suspended', () => {
    const suspended: CareFacts = { ...of('p'), activeIds: [] }
    for (const facts of [of(), suspended]) {
      const waiting = settled(guardian(), facts, later(1))?.changed ?? guardian()
      expect(waiting).toMatchObject({ status: 'waiting', admin: 'waiting' })
      expect(review(waiting, 'approved', facts)?.status).toBe('applied')
      // one guardian is active again
      expect(settled(waiting, of('p'), later(2))?.changed).toMatchObject({ status: 'waiting', admin: 'none' })
    }
  })

  it('is no more possible after a week, or once the person or the account went', () => {
    expect(settled(guardian(), of('p'), later(7 * 24))?.changed.status).toBe('expired')
    expect(settled(guardian(), { ...of('p'), isPossible: false }, later(1))?.changed.status).toBe('withdrawn')
  })
})

it.each([
  ['of age', 2010, 2007, true],
  ['a later band of lessons', 2016, 2015, true],
  ['from the second to the third', 2012, 2011, true],
  ['the same band', 2015, 2012, false],
  ['younger', 2011, 2015, false],
  ['a year told for the first time', null, 2010, false],
  ['an adult’s year told for the first time', null, 2000, true],
])('%s: from %p to %p protects less: %p', (_name, from, to, expected) => {
  const child = (birthYear: number | null) => ({ birthYear, educationLevel: 'secondary' })
  expect(weakensProtection(child(from), child(to), at)).toBe(expected)
})

it('leaving basic school protects less where the year says an adult', () => {
  const child = (educationLevel: string) => ({ birthYear: 2003, educationLevel })
  expect(weakensProtection(child('college'), child('secondary'), at)).toBe(true)
  expect(weakensProtection(child('secondary'), child('college'), at)).toBe(false)
})
