import * as z from 'zod'
import { id, languageSchema, roleSchema } from '../rules/schemas.ts'

export const person = z.object({ email: z.string(), fullName: z.string(), language: languageSchema })

export const governorateId = z.number().int().nullable()

export const account = z.object({ userId: id, role: roleSchema })

export const pair = z.object({
  sessionId: id,
  connectionId: id,
  teacherId: id,
  studentId: id.optional(),
  childId: id.optional(),
  guardianIds: z.array(id),
})

/** What an alert concerns, as far as known; used to find the messages. */
export const concerned = z.object({
  connectionId: id.optional(),
  threadId: id.optional(),
  /** The message, homework or lesson that was reported. */
  reportedId: id.optional(),
  childId: id.optional(),
  aboutUserId: id.optional(),
  by: id.optional(),
})

export type Concerns = z.output<typeof concerned>

/** What the register of persons knows about earlier accounts of the same person. */
export const formerPerson = z.object({
  accounts: z.array(
    z.object({
      userId: id,
      /** `contact`: the address, or the telephone together with the first name; families share a telephone. */
      match: z.enum(['contact', 'phone']),
      isSuspended: z.boolean(),
      alertIds: z.array(id),
    }),
  ),
  /** Of the accounts with the same contact: the youngest age that was ever stated. Null: none was a student's. */
  age: z.object({ birthYear: z.number().int().nullable(), educationLevel: z.string() }).nullable(),
  /** Of the accounts with the same contact: those who were guardians to the end. */
  guardianIds: z.array(id),
  /** An account with the same contact had a guardian, who may have left before the end. */
  hadGuardian: z.boolean(),
})

export type FormerPerson = z.output<typeof formerPerson>
