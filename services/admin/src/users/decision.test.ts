import { describe, expect, it } from '@jest/globals'
import { decisionEvent, missingFor, refuseOvertaken, requireSameBasis } from './decision.ts'

const never = { approvedAt: null }

describe('a decision on an account', () => {
  it('opens a pending account', () => {
    expect(decisionEvent({ role: 'teacher', status: 'pending', ...never }, 'admin', 'approved', '')).toBe(
      'user.approved',
    )
  })

  it('rejects a pending account without asking for more than the note', () => {
    expect(decisionEvent({ role: 'teacher', status: 'pending', ...never }, 'admin', 'suspended', '')).toBe(
      'user.suspended',
    )
  })

  it('asks for a reason before it closes an open account', () => {
    const close = (notes: string) =>
      decisionEvent({ role: 'student', status: 'approved', ...never }, 'admin', 'suspended', notes)
    expect(() => close('  ')).toThrow('reason-required')
    expect(close('spam')).toBe('user.suspended')
  })

  it('ends a suspension', () => {
    expect(decisionEvent({ role: 'parent', status: 'suspended', ...never }, 'admin', 'approved', '')).toBe(
      'user.reinstated',
    )
  })

  it('makes only an account pending again that was rejected, never one that was approved', () => {
    const wait = (of: Partial<Parameters<typeof decisionEvent>[0]>) =>
      decisionEvent({ role: 'teacher', status: 'suspended', ...never, ...of }, 'super-admin', 'pending', '')
    expect(wait({})).toBe('user.reopened')
    expect(() => wait({ status: 'approved' })).toThrow('decision-not-allowed')
    expect(() => wait({ approvedAt: new Date() })).toThrow('decision-not-allowed')
    // its registration waits for no decision
    expect(() => wait({ role: 'student' })).toThrow('decision-not-allowed')
  })

  it('the same state again is refused', () => {
    expect(() =>
      decisionEvent({ role: 'parent', status: 'approved', ...never }, 'admin', 'approved', ''),
    ).toThrow('status-unchanged')
  })

  it('only a super-admin decides on an admin, and nobody on a super-admin', () => {
    const admin = { role: 'admin', status: 'pending', ...never } as const
    expect(() => decisionEvent(admin, 'admin', 'approved', '')).toThrow('decision-not-allowed')
    expect(decisionEvent(admin, 'super-admin', 'approved', '')).toBe('user.approved')
    const superAdmin = { role: 'super-admin', status: 'approved', ...never } as const
    expect(() => decisionEvent(superAdmin, 'super-admin', 'suspended', 'x')).toThrow('decision-not-allowed')
  })

  it('is refused when another decision was written after its first read', () => {
    const decision = { status: 'suspended' as const, notes: '', by: 'a', at: new Date() }
    const waiting = { status: 'pending' as const, decisions: [] }
    const basis = requireSameBasis(waiting, null)
    expect(requireSameBasis(waiting, basis)).toEqual(basis)
    const closed = { status: 'suspended' as const, decisions: [decision] }
    expect(() => requireSameBasis(closed, basis)).toThrow('status-changed')
    const thereAndBack = { status: 'pending' as const, decisions: [decision, decision] }
    expect(() => requireSameBasis(thereAndBack, basis)).toThrow('status-changed')
    expect(() => requireSameBasis(closed, { status: 'pending' })).toThrow('status-changed')
    expect(requireSameBasis(closed, { status: 'suspended' })).toEqual({ status: 'suspended', decisions: 1 })
  })

  it('is refused when another decision was written after its request; a later one is accepted', () => {
    const at = new Date('2026-11-22T10:00:00Z')
    const after = (ms: number) => new Date(at.getTime() + ms)
    const decisions = [{ status: 'suspended' as const, notes: '', by: 'a', at }]
    expect(() => refuseOvertaken({ decisions, changedAt: after(8) }, after(3))).toThrow('status-changed')
    refuseOvertaken({ decisions, changedAt: after(8) }, after(9))
    refuseOvertaken({ decisions, changedAt: after(60_008) }, after(60_003))
    refuseOvertaken({ decisions: [], changedAt: after(8) }, after(3))
  })
})

describe('a teacher is approved once everything that the operator requires is there', () => {
  const at = new Date()
  const complete = {
    role: 'teacher' as const,
    emailVerifiedAt: at,
    profileMissing: [],
    proofs: { accepted: [{ kind: 'identity' as const, at }], waiting: [] },
  }
  const required = ['address', 'profile', 'identity'] as const

  it('nothing is missing', () => {
    expect(missingFor(complete, required)).toEqual([])
  })

  it.each([
    ['address', { ...complete, emailVerifiedAt: null }],
    ['profile', { ...complete, profileMissing: ['bio'] }],
    ['identity', { ...complete, proofs: { accepted: [], waiting: ['identity' as const] } }],
  ])('%s is missing', (need, row) => {
    expect(missingFor(row, required)).toEqual([need])
  })

  const empty = {
    ...{ role: 'teacher' as const, emailVerifiedAt: null, profileMissing: null },
    proofs: { accepted: [], waiting: [] },
  }

  it('a teacher without any data lacks every requirement', () => {
    expect(missingFor(empty, required)).toEqual([...required])
  })

  it('other roles need nothing, nor does any teacher if the operator requires nothing', () => {
    expect(missingFor({ ...empty, role: 'admin' }, required)).toEqual([])
    expect(missingFor(empty, [])).toEqual([])
  })
})
