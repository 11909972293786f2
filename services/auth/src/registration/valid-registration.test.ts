import { registrationSchema } from '@darsi/contracts/rules/registration/registration-schema.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { expect, it } from '@jest/globals'
import { type PublicTeachers, validRegistration } from './valid-registration.ts'

const teacher = (employmentStatus: string, userType = 'teacher') =>
  registrationSchema.parse({
    fullName: 'Karim Jaziri',
    email: 'karim@example.tn',
    phone: '+21620123456',
    password: 'zebra-Kabylie-42-lune',
    userType,
    location: { governorate: 'Tunis' },
    roleSpecificData: { teachingSubjects: ['mathematics'], acceptTerms: true, employmentStatus },
  })
const slugOf = (employmentStatus: string, publicTeachers: PublicTeachers) => {
  try {
    validRegistration(teacher(employmentStatus), { today: new Date('2026-11-21'), publicTeachers })
    return ''
  } catch (error) {
    return error instanceof Problem ? error.slug : String(error)
  }
}

it('a teacher of a public school may register where the administrators are warned', () => {
  expect(slugOf('public-school', 'warn')).toBe('')
})

it('where the operator blocks it, a teacher of a public school is refused, in whatever words', () => {
  expect(slugOf('public-school', 'block')).toBe('public-teacher-blocked')
  expect(slugOf('Public school teacher', 'block')).toBe('public-teacher-blocked')
  expect(slugOf('retired', 'block')).toBe('')
})
