import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { newProfile } from '../profile.ts'
import { type Connection, requested } from './connection.ts'
import { connectionAnswer } from './view.ts'

const at = new Date('2026-11-21T08:00:00Z')
const account = (id: string, role: 'teacher' | 'student' | 'parent', contactVisible: boolean) => ({
  ...newProfile(
    id,
    {
      role,
      status: 'approved',
      email: `${id}@example.tn`,
      fullName: `First${id} Last${id}`,
      language: 'fr',
      phone: `+2162000${id}`,
    },
    at,
  ),
  privacy: { profileVisible: false, contactVisible },
})
const child = {
  _id: 'k',
  firstName: 'Adam',
  birthYear: 2015,
  educationLevel: 'primary',
  grade: 'primary-5',
  schoolType: 'public',
  educationalProgram: 'tunisian',
  subjects: [],
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
    minor: !isAdult,
    learnerBirthYear: null,
    flags: [],
  }
  const parties = {
    teacher: account('t', 'teacher', on.t),
    student: kind === 'child' ? null : account('s', 'student', on.s),
    child: isAdult ? null : child,
    guardians: isAdult ? [] : [account('p', 'parent', on.p)],
  }
  const connection = { ...requested(asked, at), status: state, v: 1 }
  return (viewer: string) => connectionAnswer(connection, parties, viewer)
}

describe('what a party sees of the others', () => {
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
        expect(contacts.test(JSON.stringify(see(learner)))).toBe(isApproved && on.t)
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
})
