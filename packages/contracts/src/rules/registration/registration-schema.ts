import * as z from 'zod'
import { altcha, languageSchema, line, locationSchema, text } from '../schemas.ts'
import { readBy, recordOf } from '../texts/free-text.ts'

// Deliberately lenient where the specification's ordered texts check a value (spec §5): shape here, rules in
// registration-rules.ts.
const subjects = z.array(line(60, 'everyone')).max(20).default([])

/** spec §3 roleSpecificData, one strict shape per role; docs/deviations.md adds birthYear, guardianEmail and employmentStatus. */
export const roleDataSchemas = {
  teacher: z.strictObject({
    teachingSubjects: subjects,
    otherLanguage: line(120, 'everyone').default(''),
    otherSubjects: line(200, 'everyone').default(''),
    acceptTerms: z.boolean().default(false),
    emailNotifications: z.boolean().default(true),
    employmentStatus: line(40, 'staff').optional(),
  }),
  student: z.strictObject({
    educationLevel: line(40, 'everyone').default(''),
    currentGrade: line(60, 'everyone').default(''),
    section: line(60, 'everyone').default(''),
    subjects,
    adultLearningType: line(80, 'everyone').default(''),
    professionalCareer: line(120, 'everyone').default(''),
    englishLevel: line(10, 'everyone').default(''),
    otherSubject: line(200, 'everyone').default(''),
    additionalInfo: text(2000, 'everyone').default(''),
    birthYear: z.number().int().min(1900).max(2100).nullable().default(null),
    guardianEmail: line(254, 'contact').default(''),
  }),
  parent: z.strictObject({
    childName: line(120, 'everyone').default(''),
    childAge: z.number().int().nullable().default(null),
    childEducationLevel: line(40, 'everyone').default(''),
    childGrade: line(60, 'everyone').default(''),
    schoolType: line(20, 'everyone').default(''),
    educationalProgram: line(40, 'everyone').default(''),
    otherEducationalProgram: line(120, 'everyone').default(''),
    tutoringSubjects: subjects,
    additionalInfo: text(2000, 'everyone').default(''),
  }),
  admin: z.strictObject({ adminReason: text(2000, 'staff').default('') }),
}

export const registrationSchema = z.strictObject({
  fullName: line(200, 'everyone').default(''),
  email: line(320, 'contact').default(''),
  phone: line(40, 'contact').default(''),
  password: readBy(z.string().max(1024), 'nobody').default(''),
  userType: line(20, 'nobody').default(''),
  location: locationSchema.prefault({}),
  roleSpecificData: recordOf(Object.values(roleDataSchemas)).default({}),
  language: languageSchema.optional(),
  /** The token of a guardian's mail: it proves the address of that mail. */
  invitation: readBy(z.string().max(512), 'nobody').optional(),
  altcha,
})
export type Registration = z.output<typeof registrationSchema>
