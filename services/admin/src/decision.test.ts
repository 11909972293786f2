import { describe, expect, it } from '@jest/globals'
import { decisionEvent } from './decision.ts'

describe('a decision on an account', () => {
  it('opens a pending account', () => {
    expect(decisionEvent({ role: 'teacher', status: 'pending' }, 'admin', 'approved', '')).toBe(
      'user.approved',
    )
  })

  it('rejects a pending account without asking for more than the note', () => {
    expect(decisionEvent({ role: 'teacher', status: 'pending' }, 'admin', 'suspended', '')).toBe(
      'user.suspended',
    )
  })

  it('asks for a reason before it closes an open account', () => {
    const close = (notes: string) =>
      decisionEvent({ role: 'student', status: 'approved' }, 'admin', 'suspended', notes)
    expect(() => close('  ')).toThrow('reason-required')
    expect(close('spam')).toBe('user.suspended')
  })

  it('lifts a suspension', () => {
    expect(decisionEvent({ role: 'parent', status: 'suspended' }, 'admin', 'approved', '')).toBe(
      'user.reinstated',
    )
  })

  it('lets an account wait again only when its suspension is taken back', () => {
    const wait = (status: 'approved' | 'suspended') =>
      decisionEvent({ role: 'teacher', status }, 'super-admin', 'pending', '')
    expect(wait('suspended')).toBe('user.reopened')
    expect(() => wait('approved')).toThrow('decision-not-allowed')
  })

  it('the same state again is refused', () => {
    expect(() => decisionEvent({ role: 'parent', status: 'approved' }, 'admin', 'approved', '')).toThrow(
      'status-unchanged',
    )
  })

  it('only a super-admin decides on an admin, and nobody on a super-admin', () => {
    const admin = { role: 'admin', status: 'pending' } as const
    expect(() => decisionEvent(admin, 'admin', 'approved', '')).toThrow('decision-not-allowed')
    expect(decisionEvent(admin, 'super-admin', 'approved', '')).toBe('user.approved')
    const superAdmin = { role: 'super-admin', status: 'approved' } as const
    expect(() => decisionEvent(superAdmin, 'super-admin', 'suspended', 'x')).toThrow('decision-not-allowed')
  })
})
