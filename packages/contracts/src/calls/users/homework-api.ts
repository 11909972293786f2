import * as z from 'zod'
import { filesAtOnce } from '../../rules/files.ts'
import { highestMark, markStep } from '../../rules/homework.ts'
import { id, instant, line, pageQuery, text } from '../../rules/schemas.ts'
import { done, endpoints, ok, page } from '../endpoint.ts'
import { materialSchema } from './materials-api.ts'

export const homeworkStates = ['open', 'handed-in', 'marked'] as const

const homeworkSchema = z.object({
  id,
  connectionId: id,
  subject: z.string(),
  /** As the caller may read the names. */
  teacherName: z.string(),
  learnerName: z.string(),
  childId: id.nullable(),
  title: z.string(),
  text: z.string(),
  files: z.array(materialSchema),
  dueAt: instant,
  setAt: instant,
  state: z.enum(homeworkStates),
  handIn: z
    .object({ text: z.string(), files: z.array(materialSchema), at: instant, isLate: z.boolean() })
    .nullable(),
  /** `value` is null where the teacher wrote a comment alone. */
  mark: z.object({ value: z.number().nullable(), comment: z.string(), at: instant }).nullable(),
  /** What the caller may do now. */
  may: z.array(z.enum(['hand-in', 'mark', 'withdraw'])),
})
export type Homework = z.output<typeof homeworkSchema>

const party = ['student', 'parent', 'teacher'] as const
const files = z.array(id).max(filesAtOnce).default([])
const closed = ['connection-paused', 'thread-closed', 'thread-blocked'] as const

export const homeworkApi = endpoints({
  'GET /homework': {
    summary:
      'Homework of the caller’s connections; the open ones by due date, or all, the newest first. Without `connectionId`, what is open or handed in of approved connections only.',
    access: party,
    live: ['thread'],
    query: z.strictObject({
      state: z.enum(homeworkStates).optional(),
      connectionId: id.optional(),
      ...pageQuery({ limit: 50 }),
    }),
    answer: page(homeworkSchema),
    problems: ['cursor-invalid'],
  },
  'POST /threads/:id/homework': {
    summary: 'Gives homework to the learner of a connection.',
    access: ['teacher'],
    body: z.strictObject({
      title: line(120, 'connection'),
      text: text(4000, 'connection').default(''),
      dueAt: instant,
      files,
    }),
    answer: ok(homeworkSchema),
    status: 201,
    problems: ['not-found', ...closed, 'due-date-invalid', 'files-full', 'rate-limited'],
  },
  'POST /homework/:id/hand-in': {
    summary:
      'Hands homework in as text or files; again until it is marked. A guardian may do it for a child.',
    access: ['student', 'parent'],
    body: z.strictObject({ text: text(4000, 'connection').default(''), files }),
    answer: ok(homeworkSchema),
    problems: ['not-found', ...closed, 'message-empty', 'homework-changed', 'files-full', 'rate-limited'],
  },
  'PUT /homework/:id/mark': {
    summary: 'Marks what was handed in, from 0 to 20 or by a comment alone; again to correct it.',
    access: ['teacher'],
    body: z.strictObject({
      value: z.number().min(0).max(highestMark).multipleOf(markStep).nullable(),
      comment: text(2000, 'connection').default(''),
      /** `handIn.at` of the work that the teacher read; other work is refused with `homework-changed`. */
      handedInAt: instant.optional(),
    }),
    answer: ok(homeworkSchema),
    problems: ['not-found', ...closed, 'message-empty', 'homework-changed'],
  },
  'DELETE /homework/:id': {
    summary: 'Takes back homework that nobody has handed in.',
    access: ['teacher'],
    answer: done,
    problems: ['not-found', 'connection-paused', 'homework-changed'],
  },
})
