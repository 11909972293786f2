import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { newProfile } from '../profiles/profile.ts'
import { type Connection, newConnection } from './connection.ts'
import { connectionAnswer } from './connection-answer.ts'

const at = new Date('2026-11-21T08:00:00Z')
const account = (
  id: string,
  role: 'teacher' | 'student' | 'parent',
  contactVisible: boolean,
  more: { profileVisible?: boolean; roleData?: Record<string, unknown> } = {},
) => ({
  ...newProfile(
    id,
    {
      role,
      status: 'approved',
      email: `${id}@example.tn`,
      fullName: `First${id} Last${id}`,
      language: 'fr',
      phone: `+2162000${id}`,
      ...(more.roleData && { roleData: more.roleData }),
    },
    at,
  ),
  privacy: { profileVisible: more.profileVisible ?? false, contactVisible },
})
const child = {
  _id: 'k',
  firstName: 'Adam',
  birthYear: 2015,
  educationLevel: 'primary',
  grade: 'primary-5',
  section: '',
  schoolType: 'public',
  educationalProgram: 'tunisian',
  subjects: ['mathematics'],
  additionalInfo: 'Dyslexia',
  accountId: null,
  guardianIds: ['p'],
  version: 1,
  createdAt: at,
}
const status = fc.constantFrom('pending', 'approved', 'declined', 'cancelled', 'expired', 'ended')
const toggles = fc.record({ t: fc.boolean(), s: fc.boolean(), p: fc.boolean() })

function scene(
  kind: 'adult' | 'minor' | 'child',
  state: Connection['status'],
  on: { t: boolean; s: boolean; p: boolean },
  student: { profileVisible?: boolean; roleData?: Record<string, unknown> } = {},
  written: Partial<Pick<Connection, 'message' | 'flags'>> = {},
) {
  const isAdult = kind === 'adult'
  const asked = {
    _id: 'c',
    teacherId: 't',
    requesterId: kind === 'child' ? 'p' : 's',
    studentId: kind === 'child' ? null : 's',
    childId: isAdult ? null : 'k',
    guardianIds: isAdult ? [] : ['p'],
    subject: 'arabic' as const,
    message: '',
    preferredTimes: [],
    minor: !isAdult,
    learnerBirthYear: null,
    flags: [],
    ...written,
  }
  const parties = {
    teacher: account('t', 'teacher', on.t),
    student: kind === 'child' ? null : account('s', 'student', on.s, student),
    child: isAdult ? null : child,
    guardians: isAdult ? [] : [account('p', 'parent', on.p)],
  }
  const connection = { ...newConnection(asked, at), status: state, v: 1 }
  return (viewer: string) => connectionAnswer(connection, parties, viewer)
}

describe('names and contact details that a party sees', () => {
  it('is a phone or an e-mail only while approved and only of whom has the toggle on; of a minor never', () => {
    fc.assert(
      fc.property(fc.constantFrom('adult', 'minor', 'child'), status, toggles, (kind, state, on) => {
        const see = scene(kind, state, on)
        const isApproved = state === 'approved'
        const contacts = /\w+@example\.tn|\+2162000\w/
        const forTeacher = JSON.stringify(see('t'))
        const mayTeacher = isApproved && (kind === 'adult' ? on.s : on.p)
        expect(contacts.test(forTeacher)).toBe(mayTeacher)
        if (kind !== 'adult') expect(forTeacher).not.toMatch(/s@example|Lasts/)
        const learner = kind === 'child' ? 'p' : 's'
        expect(contacts.test(JSON.stringify(see(learner)))).toBe(isApproved && on.t && kind !== 'minor')
        // a teacher's go to a minor's guardians
        if (kind === 'minor') expect(contacts.test(JSON.stringify(see('p')))).toBe(isApproved && on.t)
      }),
    )
  })

  it('is the full name of an adult once approved, and a first name before and of a minor', () => {
    const on = { t: true, s: true, p: true }
    expect(scene('adult', 'pending', on)('t').student.name).toBe('Firsts')
    expect(scene('adult', 'approved', on)('t').student.name).toBe('Firsts Lasts')
    expect(scene('minor', 'approved', on)('t').student.name).toBe('Firsts')
    expect(scene('child', 'approved', on)('t').student).toMatchObject({ name: 'Adam', grade: 'primary-5' })
    expect(scene('minor', 'pending', on)('p').student.name).toBe('Firsts Lasts')
  })

  it('is nothing of a minor for the teacher of a closed connection, and of an adult a first name', () => {
    const on = { t: true, s: true, p: true }
    for (const state of ['declined', 'cancelled', 'expired', 'ended'] as const) {
      for (const kind of ['minor', 'child'] as const)
        expect(scene(kind, state, on)('t').student).toMatchObject({
          name: '',
          educationLevel: '',
          grade: '',
          governorateId: null,
          details: null,
        })
      expect(scene('adult', state, on)('t').student).toMatchObject({ name: 'Firsts', governorateId: null })
      expect(scene('child', state, on)('p').student).toMatchObject({ name: 'Adam', grade: 'primary-5' })
    }
  })
})

it('contact details in a minor’s request are shown to the guardian and never to the teacher', () => {
  const on = { t: false, s: false, p: false }
  const message = { message: 'Call 20 123 456', flags: ['contact-details' as const] }
  for (const state of ['pending', 'approved', 'declined', 'expired'] as const) {
    expect(scene('minor', state, on, {}, message)('t').message).toBe('')
    expect(scene('minor', state, on, {}, message)('p').message).toBe('Call 20 123 456')
    // a parent's own number is the parent's own business
    expect(scene('child', state, on, {}, message)('t').message).toBe('Call 20 123 456')
    expect(scene('adult', state, on, {}, message)('t').message).toBe('Call 20 123 456')
  }
})

describe('the description for the teacher', () => {
  const on = { t: false, s: false, p: false }
  const roleData = { subjects: ['physics'], englishLevel: 'B1', additionalInfo: 'I stammer' }

  it('is seen by the teacher of an approved connection while the learner’s profile is visible', () => {
    const visible = { profileVisible: true, roleData }
    for (const kind of ['adult', 'minor'] as const) {
      expect(scene(kind, 'approved', on, visible)('t').student.details).toEqual({
        subjects: ['physics'],
        otherSubject: '',
        adultLearningType: '',
        professionalCareer: '',
        englishLevel: 'B1',
        additionalInfo: 'I stammer',
      })
      expect(scene(kind, 'approved', on, { roleData })('t').student.details).toBeNull()
      for (const state of ['pending', 'declined', 'ended'] as const)
        expect(JSON.stringify(scene(kind, state, on, visible)('t'))).not.toContain('stammer')
    }
  })

  it('of a child without an account comes from the parent, once approved', () => {
    expect(scene('child', 'approved', on)('t').student.details).toMatchObject({
      subjects: ['mathematics'],
      additionalInfo: 'Dyslexia',
    })
    expect(scene('child', 'pending', on)('t').student.details).toBeNull()
  })

  it('does not lead a minor out of where guardians see', () => {
    const visible = { profileVisible: true, roleData: { additionalInfo: 'Call 20 123 456' } }
    expect(scene('minor', 'approved', on, visible)('t').student.details?.additionalInfo).toBe('')
    expect(scene('adult', 'approved', on, visible)('t').student.details?.additionalInfo).toBe(
      'Call 20 123 456',
    )
  })
})
