import { describe, expect, it } from '@jest/globals'
import { erasedOn, inactivity, isRejectionOver } from './overstay.ts'

const now = new Date('2026-11-22T10:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000)
const used = (lastLogin: number, warned?: number) => ({
  role: 'teacher' as const,
  status: 'approved' as const,
  createdAt: ago(1000),
  lastLoginAt: ago(lastLogin),
  inactiveWarnedAt: warned === undefined ? null : ago(warned),
  decisions: [],
})

describe('an account that nobody signs in to', () => {
  it('is warned 30 days before the end of 24 months', () => {
    expect(inactivity(used(699), now)).toBeNull()
    expect(inactivity(used(700), now)).toBe('warn')
    expect(erasedOn(used(700), now)).toEqual(ago(-30))
  })

  it('is erased after 24 months and 30 days of notice, whichever comes later', () => {
    expect(inactivity(used(729, 29), now)).toBeNull()
    expect(inactivity(used(730, 30), now)).toBe('erase')
    // the job did not run for a year
    expect(inactivity(used(1000), now)).toBe('warn')
    expect(erasedOn(used(1000), now)).toEqual(ago(-30))
    expect(inactivity(used(1000, 29), now)).toBeNull()
    expect(inactivity(used(1000, 30), now)).toBe('erase')
  })

  it('starts again with a login after the warning', () => {
    expect(inactivity(used(10, 20), now)).toBeNull()
    // warned two years before, used afterwards, and not since
    expect(inactivity({ ...used(705, 715) }, now)).toBe('warn')
  })

  it('is warned again when it was held for longer than the notice and two weeks', () => {
    expect(inactivity(used(743, 43), now)).toBe('erase')
    expect(inactivity(used(1446, 746), now)).toBe('warn')
    expect(inactivity(used(744, 44), now)).toBe('warn')
    expect(erasedOn(used(744, 44), now)).toEqual(ago(-30))
  })

  it('is neither warned nor erased while it is suspended, and starts again with the decision that reopens it', () => {
    const suspended = { ...used(730, 30), status: 'suspended' as const }
    expect(inactivity(suspended, now)).toBeNull()
    expect(inactivity({ ...used(5000), status: 'suspended' }, now)).toBeNull()
    const opened = (days: number) => ({
      ...suspended,
      status: 'approved' as const,
      decisions: [{ at: ago(days) }],
    })
    expect(inactivity(opened(1), now)).toBeNull()
    expect(inactivity(opened(700), now)).toBeNull()
    expect(inactivity({ ...opened(700), inactiveWarnedAt: ago(720) }, now)).toBe('warn')
  })

  it('starts with the registration if there was no login, and excludes super-admins', () => {
    const unused = { ...used(0), lastLoginAt: new Date(0) }
    expect(inactivity({ ...unused, createdAt: ago(699) }, now)).toBeNull()
    expect(inactivity({ ...unused, createdAt: ago(700) }, now)).toBe('warn')
    expect(inactivity({ ...used(5000, 100), role: 'super-admin' }, now)).toBeNull()
  })
})

describe('a rejected account', () => {
  const rejected = (days: number) => ({
    role: 'teacher' as const,
    status: 'suspended' as const,
    approvedAt: null,
    decisions: [{ status: 'suspended' as const, notes: 'no diploma', by: 'a', at: ago(days) }],
  })

  it('is over 90 days after the rejection', () => {
    expect(isRejectionOver(rejected(89), now)).toBe(false)
    expect(isRejectionOver(rejected(90), now)).toBe(true)
  })

  it('excludes accounts that were approved once, are pending again, or need no approval', () => {
    const row = rejected(400)
    expect(isRejectionOver({ ...row, approvedAt: ago(500) }, now)).toBe(false)
    expect(isRejectionOver({ ...row, status: 'pending' }, now)).toBe(false)
    expect(isRejectionOver({ ...row, role: 'student' }, now)).toBe(false)
    expect(isRejectionOver({ ...row, decisions: [] }, now)).toBe(false)
  })
})
