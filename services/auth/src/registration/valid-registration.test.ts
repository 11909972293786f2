import { registrationSchema } from '@darsi/contracts/rules/registration/registration-schema.ts'
import { slugOf } from '@darsi/kit/testing/slug-of.ts'
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
const refusal = (employmentStatus: string, publicTeachers: PublicTeachers) =>
  slugOf(() =>
    validRegistration(teacher(employmentStatus), { today: new Date('2026-11-21'), publicTeachers }),
  )

it('a teacher of a public school may register where the administrators are warned', () => {
  expect(refusal('public-school', 'warn')).toBeNull()
})

it('where the operator blocks it, a teacher of a public school is refused, in whatever words', () => {
  expect(refusal('public-school', 'block')).toBe('public-teacher-blocked')
  expect(refusal('Public school teacher', 'block')).toBe('public-teacher-blocked')
  expect(refusal('retired', 'block')).toBeNull()
})
