import { slugOf } from '@darsi/kit/testing/slug-of.ts'
import { describe, expect, it } from '@jest/globals'
import { isListed, newProfile } from './profile.ts'
import { changeProfile, type ProfileChange, refuseProfileChange } from './profile-change.ts'

const now = new Date('2026-11-21T08:00:00Z')
const person = {
  status: 'approved' as const,
  email: 'amal@example.tn',
  fullName: 'Amal',
  language: 'fr' as const,
  phone: '+21620123456',
}
const teacher = newProfile(
  't1',
  { ...person, role: 'teacher', roleData: { teachingSubjects: ['mathematics'], acceptTerms: true } },
  now,
)
const place = {
  governorate: 'Tunis',
  delegation: 'La Marsa',
  municipality: '',
  local_area: '',
  service_radius: 10,
  governorate_id: null,
  delegation_id: null,
  municipality_id: null,
}
const change = (given: Omit<ProfileChange, 'version'>, profile = teacher) =>
  changeProfile(profile, { version: profile.version, ...given }, { now, isFresh: true })

describe('a change of the profile', () => {
  it('never touches full name and e-mail', () => {
    expect(slugOf(() => refuseProfileChange({ version: 1, full_name: 'x' }))).toBe('full-name-fixed')
    expect(slugOf(() => refuseProfileChange({ version: 1, fullName: '' }))).toBe('full-name-fixed')
    expect(slugOf(() => refuseProfileChange({ version: 1, email: 'x@y.tn' }))).toBe('email-fixed')
  })

  it('of an older version is refused with the current version', () => {
    expect(
      slugOf(() => changeProfile(teacher, { version: 0, phone: '+21620000000' }, { now, isFresh: true })),
    ).toBe('stale-version')
  })

  it('keeps the fields that it does not name and increases the version', () => {
    const changed = change({ phone: '+216 98 765 432' })
    expect(changed).toMatchObject({ phone: '+21698765432', roleData: teacher.roleData, version: 2 })
  })

  it('of the phone needs a fresh proof of the password, nothing else does', () => {
    const stale = (given: Omit<ProfileChange, 'version'>) =>
      slugOf(() => changeProfile(teacher, { version: 1, ...given }, { now, isFresh: false }))
    expect(stale({ phone: '+216 98 765 432' })).toBe('reauthentication-required')
    expect(stale({ phone: teacher.phone, roleData: { bio: 'Bonjour' } })).toBeNull()
    // broken rules are reported before a fresh login is required
    expect(stale({ phone: '12' })).toBe('phone-invalid')
  })

  it('takes the bio, rate and session types of a teacher', () => {
    const roleData = { bio: 'Bonjour', hourlyRate: 45, experienceLevel: 'expert', sessionTypes: ['online'] }
    expect(change({ roleData }).roleData).toEqual({ ...teacher.roleData, ...roleData })
  })

  it('takes the levels and languages of a teacher, each once and in the order of the list', () => {
    const roleData = { levels: ['secondary', 'primary', 'secondary'], languages: ['fr', 'ar'] }
    expect(change({ roleData }).roleData).toMatchObject({
      levels: ['primary', 'secondary'],
      languages: ['ar', 'fr'],
    })
  })

  it('completes names and ids of a place and keeps unknown ids null', () => {
    expect(change({ location: place }).location).toMatchObject({ governorate_id: 1, governorate: 'Tunis' })
    expect(change({ location: { ...place, delegation: '' } }).location.delegation_id).toBeNull()
  })

  it.each<[string, Omit<ProfileChange, 'version'>, string]>([
    ['a foreign phone', { phone: '+33612345678' }, 'phone-invalid'],
    ['no governorate', { location: { ...place, governorate: '', delegation: '' } }, 'governorate-required'],
    ['a delegation elsewhere', { location: { ...place, delegation: 'Sfax Ville' } }, 'delegation-unknown'],
    ['a radius of 60 km', { location: { ...place, service_radius: 60 } }, 'service-radius-invalid'],
    ['no subject', { roleData: { teachingSubjects: [] } }, 'teaching-subject-required'],
    ['an unknown field', { roleData: { role: 'admin' } }, 'body-invalid'],
    ['a field of the prototype', { roleData: { constructor: 'x' } }, 'body-invalid'],
    ['another role’s field', { roleData: { childName: 'x' } }, 'body-invalid'],
    ['withdrawn terms', { roleData: { acceptTerms: false } }, 'body-invalid'],
    ['an unknown level', { roleData: { levels: ['kindergarten'] } }, 'body-invalid'],
    ['an unknown language', { roleData: { languages: ['tlh'] } }, 'body-invalid'],
    ['a negative rate', { roleData: { hourlyRate: -1 } }, 'body-invalid'],
  ])('with %s is refused', (_name, given, slug) => {
    expect(slugOf(() => change(given))).toBe(slug)
  })
})

describe('a new profile', () => {
  it('shows no contact, is visible only of a teacher, and is mailed as registration said', () => {
    expect(teacher.privacy).toEqual({ profileVisible: true, contactVisible: false })
    const student = newProfile('s1', { ...person, role: 'student' }, now)
    expect(student.privacy).toEqual({ profileVisible: false, contactVisible: false })
    expect(teacher.notifications).toEqual({ email: true, sms: false, push: false })
    const quiet = newProfile(
      't2',
      { ...person, role: 'teacher', roleData: { emailNotifications: false } },
      now,
    )
    expect(quiet.notifications.email).toBe(false)
  })
})

describe('a teacher is listed', () => {
  it('only once approved, and not after a suspension', () => {
    expect(isListed(teacher)).toBe(true)
    expect(isListed({ ...teacher, status: 'pending' })).toBe(false)
    expect(isListed({ ...teacher, status: 'suspended' })).toBe(false)
    expect(isListed({ ...teacher, role: 'student' })).toBe(false)
    expect(isListed(null)).toBe(false)
  })
})
