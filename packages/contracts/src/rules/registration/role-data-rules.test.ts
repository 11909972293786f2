import { describe, expect, it } from '@jest/globals'
import { problemStatus } from '../../problems/problem.ts'
import { registrationProblemCodes } from './registration-rules.ts'
import { allRegistrationProblems, roleProblems } from './role-data-rules.ts'

const today = new Date('2025-06-01T12:00:00Z')
const problems = (userType: string, data: Record<string, unknown>) =>
  roleProblems(userType, data, today).map(
    ({ path, code }) => `${path.replace('roleSpecificData.', '')}: ${code}`,
  )

const child = { childName: 'Youssef', childAge: 9, childEducationLevel: 'primary', childGrade: 'primary-3' }

describe('registration step 2 of a teacher', () => {
  const teacher = { teachingSubjects: ['mathematics'], acceptTerms: true }

  it('needs a subject and the accepted terms', () => {
    expect(problems('teacher', teacher)).toEqual([])
    expect(problems('teacher', {})).toEqual([
      'teachingSubjects: teaching-subject-required',
      'acceptTerms: terms-required',
    ])
    expect(problems('teacher', { ...teacher, teachingSubjects: [' '] })).toHaveLength(1)
  })

  it('takes the subjects of the teacher list only', () => {
    expect(
      problems('teacher', { ...teacher, teachingSubjects: ['Mathematics', 'Other subject(s)'] }),
    ).toEqual([])
    expect(problems('teacher', { ...teacher, teachingSubjects: ['alchemy'] })).toEqual([
      'teachingSubjects: subject-unknown',
    ])
  })

  it('takes a known employment status or none', () => {
    expect(problems('teacher', { ...teacher, employmentStatus: 'retired' })).toEqual([])
    expect(problems('teacher', { ...teacher, employmentStatus: 'minister' })).toEqual([
      'employmentStatus: employment-status-invalid',
    ])
  })
})

describe('registration step 2 of a student', () => {
  it('may stay blank', () => {
    expect(
      problems('student', { educationLevel: '', currentGrade: '', birthYear: null, subjects: [] }),
    ).toEqual([])
  })

  it('takes a grade of its level, also by its label', () => {
    expect(problems('student', { educationLevel: 'secondary', currentGrade: '4th Secondary' })).toEqual([])
    expect(problems('student', { educationLevel: 'primary', currentGrade: '4th Secondary' })).toEqual([
      'currentGrade: education-level-invalid',
    ])
    expect(problems('student', { educationLevel: 'university', currentGrade: '2nd year' })).toEqual([])
  })

  it.each([2021, 1919, 2000.5, '2000'])('birth year %p is refused', (birthYear) => {
    expect(problems('student', { birthYear })).toEqual(['birthYear: birth-year-invalid'])
  })

  it('a guardian is named by an e-mail address', () => {
    expect(problems('student', { guardianEmail: 'mother' })).toEqual([
      'guardianEmail: guardian-email-invalid',
    ])
    expect(problems('student', { guardianEmail: 'mother@example.tn', birthYear: 2010 })).toEqual([])
  })

  it('a student is not the own guardian', () => {
    const found = (guardianEmail: string) =>
      allRegistrationProblems(
        { userType: 'student', email: 'amina@example.tn', roleSpecificData: { guardianEmail } },
        today,
      ).filter(({ code }) => code === 'guardian-email-invalid')
    expect(found(' Amina@Example.tn')).toEqual([
      { path: 'roleSpecificData.guardianEmail', code: 'guardian-email-invalid' },
    ])
    expect(found('mother@example.tn')).toEqual([])
  })
})

describe('registration step 2 of a parent', () => {
  it('takes a child, or none for who comes by a link', () => {
    expect(problems('parent', child)).toEqual([])
    expect(problems('parent', { childAge: null, childName: '' })).toEqual([])
  })

  it.each([4, 26, 9.5, null, '9'])('age %p is refused: 5 through 25', (childAge) => {
    expect(problems('parent', { ...child, childAge })).toEqual(['childAge: child-age-invalid'])
  })

  it.each([5, 25])('age %p is accepted', (childAge) => {
    expect(problems('parent', { ...child, childAge })).toEqual([])
  })

  it('a child has a name and a level of the three', () => {
    expect(problems('parent', { ...child, childName: ' ' })).toEqual(['childName: child-name-required'])
    expect(problems('parent', { ...child, childEducationLevel: 'university', childGrade: '' })).toEqual([
      'childEducationLevel: education-level-invalid',
    ])
  })
})

it('both steps are judged together, the first in front', () => {
  expect(
    allRegistrationProblems({ userType: 'teacher', roleSpecificData: {} }, today).map(({ code }) => code),
  ).toEqual([
    'full-name-required',
    'email-invalid',
    'phone-invalid',
    'password-too-short',
    'governorate-required',
    'teaching-subject-required',
    'terms-required',
  ])
  expect(roleProblems('admin', { adminReason: '' }, today)).toEqual([])
})

it('a school type, programme or English level outside its list is refused', () => {
  expect(problems('parent', { ...child, schoolType: 'home', educationalProgram: 'Martian' })).toEqual([
    'schoolType: choice-unknown',
    'educationalProgram: choice-unknown',
  ])
  expect(problems('student', { englishLevel: 'D1' })).toEqual(['englishLevel: choice-unknown'])
})

it('every code has a text in the error catalogue', () => {
  for (const code of registrationProblemCodes) expect(problemStatus).toHaveProperty(code)
})
