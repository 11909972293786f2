import { describe, expect, it } from '@jest/globals'
import { added, currentProofs, decided, dueBulletin, type Proof, withdrawn } from './proof.ts'

const now = new Date('2026-11-22T08:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000)
const file = { key: 'proofs/1', sealedKey: 'x', type: 'image/png' as const, size: 9, hash: 'h' }
const upload = (proofs: readonly Proof[], kind: Proof['kind'] = 'diploma', at = now) =>
  added(proofs, { kind, file: { ...file, key: `proofs/${proofs.length + 1}` }, now: at })
const decide = (
  proofs: readonly Proof[],
  id: string,
  decision: 'accepted' | 'refused',
  at = now,
  reason = 'too dark',
) => decided(proofs, id, { decision, reason, by: 'a1', at })

describe('a teacher’s proofs', () => {
  it('a new one replaces the one that waits, and no decided one', () => {
    const first = upload([])
    const second = upload(first.proofs)
    expect(second.proofs).toHaveLength(1)
    expect(second.replaced).toEqual(first.about)
    const accepted = decide(second.proofs, second.about.id, 'accepted')
    expect(upload(accepted.proofs)).toMatchObject({ proofs: [{}, {}], replaced: undefined })
  })

  it('the accepted one counts until the next one is accepted, also after a refusal', () => {
    const first = upload([])
    const accepted = decide(first.proofs, first.about.id, 'accepted')
    const second = upload(accepted.proofs, 'diploma', later(10))
    expect(currentProofs(second.proofs)).toEqual({
      accepted: [{ kind: 'diploma', at: now }],
      waiting: ['diploma'],
    })
    const refused = decide(second.proofs, second.about.id, 'refused', later(11))
    expect(currentProofs(refused.proofs)).toEqual({ accepted: [{ kind: 'diploma', at: now }], waiting: [] })
    const third = upload(refused.proofs, 'diploma', later(12))
    const renewed = decide(third.proofs, third.about.id, 'accepted', later(13))
    expect(currentProofs(renewed.proofs).accepted).toEqual([{ kind: 'diploma', at: later(13) }])
  })

  it('nobody decides twice, on one that was replaced, or refuses without a reason', () => {
    const first = upload([])
    const second = upload(first.proofs)
    expect(() => decide(second.proofs, first.about.id, 'accepted')).toThrow('proof-decided')
    expect(() => decide(second.proofs, second.about.id, 'refused', now, '  ')).toThrow('reason-required')
    const done = decide(second.proofs, second.about.id, 'accepted')
    expect(() => decide(done.proofs, second.about.id, 'refused')).toThrow('proof-decided')
  })

  it('is taken back before the decision alone', () => {
    const first = upload([])
    expect(withdrawn(first.proofs, 'diploma').proofs).toEqual([])
    expect(() => withdrawn(first.proofs, 'identity')).toThrow('not-found')
    const done = decide(first.proofs, first.about.id, 'accepted')
    expect(() => withdrawn(done.proofs, 'diploma')).toThrow('not-found')
  })

  it('are not uploaded without end', () => {
    let proofs: Proof[] = []
    for (let count = 0; count < 60; count++) {
      const next = upload(proofs)
      proofs = decide(next.proofs, next.about.id, 'refused').proofs
    }
    expect(() => upload(proofs)).toThrow('proofs-full')
  })
})

describe('a bulletin n° 3', () => {
  const monthsLater = (months: number) => {
    const at = new Date(now)
    at.setUTCMonth(at.getUTCMonth() + months)
    return at
  }
  const first = upload([], 'bulletin')
  const { proofs } = decide(first.proofs, first.about.id, 'accepted')

  it('is requested again after 33 months, once, and not while a new one waits', () => {
    expect(dueBulletin(proofs, monthsLater(32))).toBeNull()
    expect(dueBulletin(proofs, monthsLater(33))?.id).toBe(first.about.id)
    const asked = proofs.map((proof) => ({ ...proof, askedAgainAt: monthsLater(33) }))
    expect(dueBulletin(asked, monthsLater(40))).toBeNull()
    expect(dueBulletin(upload(proofs, 'bulletin').proofs, monthsLater(33))).toBeNull()
  })

  it('no other document is', () => {
    const identity = upload([], 'identity')
    const done = decide(identity.proofs, identity.about.id, 'accepted')
    expect(dueBulletin(done.proofs, monthsLater(100))).toBeNull()
  })
})
