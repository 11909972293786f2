import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { slugOf } from '@darsi/kit/testing/slug-of.ts'
import { describe, expect, it } from '@jest/globals'
import { newProfile } from '../profiles/profile.ts'
import { changeChild, childOfAccount, newChild, parentData, registeredChild } from './child.ts'

const at = new Date('2026-11-21T08:00:00Z')
const given = {
  firstName: ' Adam ',
  birthYear: 2015,
  educationLevel: 'primary',
  grade: '6',
  subjects: ['Mathematics'],
}
const make = (more: object = {}) => newChild({ id: 'k', guardianId: 'p', at }, { ...given, ...more })

describe('a child', () => {
  it('is a first name and a birth year, with the keys of level, grade and subjects', () => {
    expect(make()).toMatchObject({
      firstName: 'Adam',
      birthYear: 2015,
      educationLevel: 'primary',
      grade: 'primary-6',
      subjects: ['mathematics'],
      guardianIds: ['p'],
      version: 1,
    })
  })

  it.each([
    ['child-name-required', { firstName: '  ' }],
    ['child-age-invalid', { birthYear: 2022 }],
    ['child-age-invalid', { birthYear: 2000 }],
    ['child-grade-invalid', { educationLevel: 'university' }],
    ['child-grade-invalid', { educationLevel: '' }],
    ['child-grade-invalid', { grade: 'college-7' }],
    ['body-invalid', { schoolType: 'home' }],
    ['body-invalid', { subjects: ['adult-learning'] }],
    ['body-invalid', { section: 'alchemy' }],
  ])('%s', (slug, more) => {
    expect(slugOf(() => make(more))).toBe(slug)
  })

  it('from 5 to 25 years old', () => {
    for (const birthYear of [2021, 2001]) expect(make({ birthYear }).birthYear).toBe(birthYear)
  })

  it('changes only the given fields; a grade has to fit the present level', () => {
    const child = make()
    expect(changeChild(child, { schoolType: 'public' }, at)).toEqual({ ...child, schoolType: 'public' })
    expect(slugOf(() => changeChild(child, { grade: 'secondary-1' }, at))).toBe('child-grade-invalid')
    const older = changeChild(child, { educationLevel: 'college', grade: 'college-7' }, at)
    expect(older).toMatchObject({ educationLevel: 'college', grade: 'college-7' })
  })

  it('has a section of the baccalaureate, read from a key or a label', () => {
    const child = changeChild(make(), { educationLevel: 'secondary', grade: '4', section: 'Lettres' }, at)
    expect(child).toMatchObject({ grade: 'secondary-4', section: 'letters' })
    expect(changeChild(child, { section: '' }, at).section).toBe('')
  })
})

describe('the child given at a parent’s registration', () => {
  it('keeps the first name and the birth year only', () => {
    const data = {
      childName: 'Adam Ben Salah',
      childAge: 11,
      childEducationLevel: 'Primary',
      childGrade: '6',
      educationalProgram: 'other',
      otherEducationalProgram: 'IB',
      additionalInfo: ' Dyslexia ',
      tutoringSubjects: ['mathematics'],
    }
    expect(registeredChild('p', data, at)).toMatchObject({
      _id: 'child-p',
      firstName: 'Adam',
      birthYear: 2015,
      educationLevel: 'primary',
      grade: 'primary-6',
      additionalInfo: 'IB\nDyslexia',
    })
    expect(parentData(data, registeredChild('p', data, at))).toEqual({})
  })
  it('without a child a parent’s profile keeps the subjects for the search', () => {
    const data = { childName: '', childAge: null, tutoringSubjects: ['physics'], additionalInfo: 'x' }
    expect(parentData(data, registeredChild('p', data, at))).toEqual({ tutoringSubjects: ['physics'] })
  })
  it.each([{}, { childName: 'Adam' }, { childName: 'Adam', childAge: 3 }, { childName: '', childAge: 8 }])(
    'is none without a name and an age: %p',
    (data) => {
      expect(registeredChild('p', data, at)).toBeNull()
    },
  )
})

it('a minor’s own account becomes a child by its first name', () => {
  const person = { role: 'student', status: 'approved', email: 'a@example.tn', language: 'ar' } as const
  const roleData = { educationLevel: 'secondary', currentGrade: 'secondary-2', birthYear: 2010 }
  const student = newProfile('s', { ...person, fullName: 'Amina Ben Salah', roleData }, at)
  expect(childOfAccount('k', student, 'p', at)).toMatchObject({
    firstName: 'Amina',
    birthYear: 2010,
    accountId: 's',
    guardianIds: ['p'],
  })
})

it.each([
  ['Adam Ben Salah', 'Adam'],
  ['عبد الله الجزيري', 'عبد الله'],
  ['  Nour  ', 'Nour'],
  ['', ''],
])('the first name of %p is %p', (full, first) => {
  expect(firstNameOf(full)).toBe(first)
})
