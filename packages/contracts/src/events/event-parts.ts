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
  messageId: id.optional(),
  childId: id.optional(),
  aboutUserId: id.optional(),
  by: id.optional(),
})

export type Concerns = z.output<typeof concerned>
