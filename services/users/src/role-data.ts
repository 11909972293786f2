import { keysOf } from '@darsi/contracts/choices.ts'
import { educationLevels, experienceLevels, sessionTypes } from '@darsi/contracts/levels.ts'
import { roleDataSchemas } from '@darsi/contracts/registration.ts'
import type { Role } from '@darsi/contracts/roles.ts'
import { text } from '@darsi/contracts/schemas.ts'
import { teachingLanguages } from '@darsi/contracts/teachers-api.ts'
import * as z from 'zod'

/** Any of the keys, each once, in the table's order whatever order they came in. */
function someOf<Key extends string>(keys: readonly Key[]) {
  return z
    .array(z.enum(keys))
    .max(keys.length)
    .transform((chosen) => keys.filter((key) => chosen.includes(key)))
}

// what was accepted, declared or agreed at registration is not edited afterwards; a guardian is asked by a call of its own
const editable = {
  teacher: roleDataSchemas.teacher
    .omit({ acceptTerms: true, emailNotifications: true, employmentStatus: true })
    .extend({
      bio: text(2000),
      hourlyRate: z.number().min(0).max(1000).nullable(),
      experienceLevel: z.enum(keysOf(experienceLevels)),
      sessionTypes: someOf(keysOf(sessionTypes)),
      levels: someOf(keysOf(educationLevels)),
      languages: someOf(teachingLanguages),
    }),
  student: roleDataSchemas.student.omit({ guardianEmail: true }),
  // what a parent tells is about a child and changes there
  parent: roleDataSchemas.parent.pick({ tutoringSubjects: true }),
  admin: z.strictObject({}),
  'super-admin': z.strictObject({}),
} satisfies Record<Role, z.ZodObject>

export type RoleDataChange = { fields: readonly string[] } | { changed: Readonly<Record<string, unknown>> }

/** The fields given, checked by the role's own shape; or the names of those that are wrong or not editable. */
export function readRoleData(role: Role, given: Readonly<Record<string, unknown>>): RoleDataChange {
  const shape: Readonly<Record<string, z.ZodType>> = editable[role].shape
  const changed: Record<string, unknown> = {}
  const fields: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const parsed = Object.hasOwn(shape, name) ? shape[name]?.safeParse(value) : undefined
    if (parsed?.success) changed[name] = parsed.data
    else fields.push(`roleData.${name.slice(0, 60)}`)
  }
  return fields.length > 0 ? { fields } : { changed }
}
