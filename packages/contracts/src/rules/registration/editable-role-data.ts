import * as z from 'zod'
import { keysOf } from '../../reference/choices.ts'
import { bacSectionKeys } from '../../reference/curriculum.ts'
import { teachingLanguages } from '../../reference/languages.ts'
import { educationLevels, experienceLevels, sessionTypes } from '../../reference/levels.ts'
import type { Role } from '../../reference/roles.ts'
import { text } from '../schemas.ts'
import { roleDataSchemas } from './registration-schema.ts'

/** Any of the keys, without repeats, in the table's order. */
function someOf<Key extends string>(keys: readonly Key[]) {
  return z
    .array(z.enum(keys))
    .max(keys.length)
    .transform((chosen) => keys.filter((key) => chosen.includes(key)))
}

// accepted, declared or agreed values are not edited after registration; the guardian has a separate call
export const editableRoleData = {
  teacher: roleDataSchemas.teacher
    .omit({ acceptTerms: true, emailNotifications: true, employmentStatus: true })
    .extend({
      bio: text(2000, 'everyone'),
      hourlyRate: z.number().min(0).max(1000).nullable(),
      experienceLevel: z.enum(keysOf(experienceLevels)),
      sessionTypes: someOf(keysOf(sessionTypes)),
      levels: someOf(keysOf(educationLevels)),
      sections: someOf(bacSectionKeys),
      languages: someOf(teachingLanguages),
    }),
  student: roleDataSchemas.student.omit({ guardianEmail: true }),
  // a parent's answers are about a child and are edited there
  parent: roleDataSchemas.parent.pick({ tutoringSubjects: true }),
  admin: z.strictObject({}),
  'super-admin': z.strictObject({}),
} satisfies Record<Role, z.ZodObject>
