import * as z from 'zod'
import { altcha, languageSchema, line, locationSchema, text } from './schemas.ts'

// Lenient on purpose where the specification's ordered texts judge a value (spec §5): shape here, rules in registration-rules.ts.
const subjects = z.array(line(60)).max(20).default([])

/** spec §3 roleSpecificData, one strict shape per role; product.md §6 adds birthYear, guardianEmail and employmentStatus. */
export const roleDataSchemas = {
  teacher: z.strictObject({
    teachingSubjects: subjects,
    otherLanguage: line(120).default(''),
    otherSubjects: line(200).default(''),
    acceptTerms: z.boolean().default(false),
    emailNotifications: z.boolean().default(true),
    employmentStatus: line(40).optional(),
  }),
  student: z.strictObject({
    educationLevel: line(40).default(''),
    currentGrade: line(60).default(''),
    subjects,
    adultLearningType: line(80).default(''),
    professionalCareer: line(120).default(''),
    englishLevel: line(10).default(''),
    otherSubject: line(200).default(''),
    additionalInfo: text(2000).default(''),
    birthYear: z.number().int().min(1900).max(2100).nullable().default(null),
    guardianEmail: line(254).default(''),
  }),
  parent: z.strictObject({
    childName: line(120).default(''),
    childAge: z.number().int().nullable().default(null),
    childEducationLevel: line(40).default(''),
    childGrade: line(60).default(''),
    schoolType: line(20).default(''),
    educationalProgram: line(40).default(''),
    otherEducationalProgram: line(120).default(''),
    tutoringSubjects: subjects,
    additionalInfo: text(2000).default(''),
  }),
  admin: z.strictObject({ adminReason: text(2000).default('') }),
}

export const registrationSchema = z.strictObject({
  fullName: line(200).default(''),
  email: line(320).default(''),
  phone: line(40).default(''),
  password: z.string().max(1024).default(''),
  userType: line(20).default(''),
  location: locationSchema.prefault({}),
  roleSpecificData: z.record(z.string(), z.unknown()).default({}),
  language: languageSchema.optional(),
  altcha,
})
export type Registration = z.output<typeof registrationSchema>
