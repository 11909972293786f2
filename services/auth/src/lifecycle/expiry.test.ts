import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import { isExpired } from './expiry.ts'

const now = new Date('2026-05-20T12:00:00Z')
const before = (ms: number) => new Date(now.getTime() - ms)
const registration = {
  role: 'student' as const,
  passwordHash: 'argon2',
  createdAt: before(7 * dayMs),
  emailVerifiedAt: null,
  verification: { hash: 'h', expiresAt: before(6 * dayMs), usedAt: null },
  expiredAt: null,
}

describe('a registration that nobody confirmed', () => {
  it('expires after seven days, for students and parents', () => {
    expect(isExpired(registration, now)).toBe(true)
    expect(isExpired({ ...registration, role: 'parent' }, now)).toBe(true)
    expect(isExpired({ ...registration, createdAt: before(7 * dayMs - 1) }, now)).toBe(false)
  })

  it.each(['teacher', 'admin'] as const)('of a %s waits for a person, not for a link', (role) => {
    expect(isExpired({ ...registration, role }, now)).toBe(false)
  })

  it('includes the invitation of a super-admin, whom nobody could remove, until a password was set', () => {
    const invited = { ...registration, role: 'super-admin' as const, verification: null }
    expect(isExpired({ ...invited, passwordHash: '' }, now)).toBe(true)
    expect(isExpired(invited, now)).toBe(false)
  })

  it('does not expire once it was confirmed, nor twice', () => {
    expect(isExpired({ ...registration, emailVerifiedAt: before(dayMs) }, now)).toBe(false)
    expect(isExpired({ ...registration, expiredAt: before(1) }, now)).toBe(false)
  })

  it('waits for a link that still works, a day at most', () => {
    const live = { hash: 'h', expiresAt: new Date(now.getTime() + 1), usedAt: null }
    expect(isExpired({ ...registration, verification: live }, now)).toBe(false)
    expect(isExpired({ ...registration, verification: live, createdAt: before(8 * dayMs) }, now)).toBe(true)
  })
})
