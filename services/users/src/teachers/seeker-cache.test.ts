import { expect, it } from '@jest/globals'
import { newProfile } from '../profiles/profile.ts'
import { seekerOf } from './seeker-cache.ts'

const at = new Date('2026-11-21T08:00:00Z')
const person = { status: 'approved', email: 'a@example.tn', fullName: 'A', language: 'fr' } as const
const parent = (roleData = {}) => newProfile('p', { ...person, role: 'parent', roleData }, at)

it('a parent searches for the children’s levels and subjects', () => {
  const children = [
    { educationLevel: 'primary', subjects: ['mathematics', 'french'] },
    { educationLevel: 'college', subjects: ['french'] },
    { educationLevel: 'primary', subjects: [] },
  ]
  expect(seekerOf(parent(), null, children)).toMatchObject({
    levels: ['primary', 'college'],
    subjects: ['mathematics', 'french'],
  })
})

it('a parent without a child searches for the subjects of the registration', () => {
  const wishing = parent({ tutoringSubjects: ['Physics'] })
  expect(seekerOf(wishing, null, [])).toMatchObject({ levels: [], subjects: ['physics'] })
})

it('a student looks for the own subjects and level', () => {
  const roleData = { educationLevel: 'secondary', subjects: ['mathematics'] }
  const student = newProfile('s', { ...person, role: 'student', roleData }, at)
  expect(seekerOf(student, null, [])).toMatchObject({ levels: ['secondary'], subjects: ['mathematics'] })
})
