import { isVerified } from '@darsi/contracts/reference/roles.ts'
import { describe, expect, it } from '@jest/globals'
import { initialStatus, linkState, loginObstacle } from './account.ts'

const at = new Date('2026-11-20T10:00:00Z')

describe('an account', () => {
  it.each([
    ['student', 'approved'],
    ['parent', 'approved'],
    ['teacher', 'pending'],
    ['admin', 'pending'],
  ] as const)('of a %s starts %s', (role, status) => {
    expect(initialStatus(role)).toBe(status)
  })

  it.each([
    ['student', 'approved', null, 'email-not-verified'],
    ['student', 'approved', at, null],
    ['parent', 'approved', null, 'email-not-verified'],
    // spec §1: teachers can sign in at once, without verification or approval
    ['teacher', 'pending', null, null],
    ['admin', 'pending', null, 'account-pending'],
    ['admin', 'approved', null, null],
    ['super-admin', 'approved', null, null],
    ['student', 'suspended', at, 'account-suspended'],
    ['teacher', 'suspended', at, 'account-suspended'],
    ['admin', 'suspended', null, 'account-suspended'],
  ] as const)('%s, %s, verified %s: %s', (role, status, emailVerifiedAt, obstacle) => {
    expect(loginObstacle({ role, status, emailVerifiedAt })).toBe(obstacle)
  })

  it.each([
    ['student', at, null, true],
    ['student', null, at, false],
    ['parent', at, null, true],
    ['teacher', at, null, false],
    ['teacher', null, at, true],
    ['admin', null, at, true],
    ['super-admin', null, null, true],
  ] as const)(
    '%s with e-mail verified %s and approved %s: verified %s',
    (role, emailVerifiedAt, approvedAt, verified) => {
      expect(isVerified({ role, emailVerifiedAt, approvedAt })).toBe(verified)
    },
  )
})

describe('a mailed link', () => {
  const link = { hash: 'x', expiresAt: at }
  it.each([
    [-1, null, 'good'],
    [-1, at, 'used'],
    [0, null, 'expired'],
    [1, at, 'expired'],
  ] as const)('%i ms from its end, used at %s, is %s', (ms, usedAt, state) => {
    expect(linkState({ ...link, usedAt }, new Date(at.getTime() + ms))).toBe(state)
  })
})
