import { isAdmin, roles } from '@darsi/contracts/reference/roles.ts'
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
  approvedAt: null,
  verification: { hash: 'h', expiresAt: before(6 * dayMs), usedAt: null, older: [] },
  expiredAt: null,
}

describe('a registration that nobody confirmed', () => {
  it('expires after seven days, for students and parents', () => {
    expect(isExpired(registration, now)).toBe(true)
    expect(isExpired({ ...registration, role: 'parent' }, now)).toBe(true)
    expect(isExpired({ ...registration, createdAt: before(7 * dayMs - 1) }, now)).toBe(false)
  })

  it('of a teacher expires until an administrator has approved it', () => {
    expect(isExpired({ ...registration, role: 'teacher' }, now)).toBe(true)
    expect(isExpired({ ...registration, role: 'teacher', approvedAt: before(dayMs) }, now)).toBe(false)
  })

  it('of an administrator waits for a person, not for a link', () => {
    expect(isExpired({ ...registration, role: 'admin' }, now)).toBe(false)
  })

  it.each(roles)('includes the invitation of a %s until a password was set', (role) => {
    const invited = {
      ...registration,
      role,
      passwordHash: '',
      approvedAt: registration.createdAt,
      verification: null,
    }
    expect(isExpired(invited, now)).toBe(true)
    expect(isExpired({ ...invited, createdAt: before(7 * dayMs - 1) }, now)).toBe(false)
    if (isAdmin(role)) expect(isExpired({ ...invited, passwordHash: 'argon2' }, now)).toBe(false)
  })

  it('does not expire once it was confirmed, nor twice', () => {
    expect(isExpired({ ...registration, emailVerifiedAt: before(dayMs) }, now)).toBe(false)
    expect(isExpired({ ...registration, expiredAt: before(1) }, now)).toBe(false)
  })

  it('waits for a link that still works, a day at most', () => {
    const live = { hash: 'h', expiresAt: new Date(now.getTime() + 1), usedAt: null, older: [] }
    expect(isExpired({ ...registration, verification: live }, now)).toBe(false)
    expect(isExpired({ ...registration, verification: live, createdAt: before(8 * dayMs) }, now)).toBe(true)
  })
})
