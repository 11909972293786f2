import * as z from 'zod'
import { contactRules } from '../../rules/contact-details/who-reads.ts'
import { filesAtOnce } from '../../rules/files.ts'
import { id, instant, pageQuery, text } from '../../rules/schemas.ts'
import { reportableKinds } from '../../rules/utterance-fields.ts'
import { done, endpoints, ok, page } from '../endpoint.ts'
import { pausedForSchema } from './connections-api.ts'
import { materialSchema } from './materials-api.ts'

const count = z.number().int().min(0)
const party = ['student', 'parent', 'teacher'] as const

const threadSchema = z.object({
  id,
  connectionId: id,
  subject: z.string(),
  /** As the caller may read it. A child without an account is no member. */
  learnerName: z.string(),
  /** Everyone who can read the thread; a guardian is a visible member of a minor's thread. */
  members: z.array(z.object({ id, name: z.string(), part: z.enum(['teacher', 'student', 'guardian']) })),
  lastMessage: z.object({ text: z.string(), by: id, at: instant, files: count }).nullable(),
  unread: count,
  /** Closed when the connection ended or a consent was withdrawn: readable, nothing can be added. */
  open: z.boolean(),
  /** An alert paused the connection until an administrator decides: readable, nothing can be added. */
  paused: z.boolean(),
  pausedFor: pausedForSchema,
  /** Ids of members who blocked it; nobody can write until they lift it. */
  blockedBy: z.array(id),
  /** What happens with contact details in the caller's messages. */
  contactRule: z.enum(contactRules),
})
export type Thread = z.output<typeof threadSchema>

const messageSchema = z.object({
  id,
  /** Increases by one per thread. */
  number: count,
  /** The author, or `erased` after that account was deleted, together with the text. */
  by: id,
  text: z.string(),
  files: z.array(materialSchema),
  at: instant,
  /** Held back: contact details in a minor's thread; visible to the author and to the guardians, who may release it. */
  held: z.boolean(),
  /** Contact details that the learner does not see. */
  adultsOnly: z.boolean(),
  /** Ids of the members who have read it. */
  readBy: z.array(id),
})
export type Message = z.output<typeof messageSchema>

export const threadsApi = endpoints({
  'GET /threads': {
    summary: 'The caller’s threads, the one with the newest message first, with unread counts.',
    access: party,
    live: ['message', 'thread'],
    answer: ok(z.array(threadSchema)),
    problems: [],
  },
  'GET /threads/:id/messages': {
    summary: 'Messages, newest first; `after` only those with a higher number, for polling.',
    access: party,
    live: ['message', 'thread'],
    query: z.strictObject({
      after: z.coerce.number().int().min(0).optional(),
      ...pageQuery({ limit: 50 }),
    }),
    answer: page(messageSchema).extend({ thread: threadSchema }),
    problems: ['not-found', 'cursor-invalid'],
  },
  'POST /threads/:id/messages': {
    summary: 'Writes to the other members of an approved connection.',
    access: party,
    body: z.strictObject({
      /** May be empty beside files. */
      text: text(4000, 'held'),
      /** Ids of finished uploads. */
      files: z.array(id).max(filesAtOnce).default([]),
    }),
    answer: ok(messageSchema),
    status: 201,
    problems: [
      'not-found',
      'connection-paused',
      'thread-closed',
      'thread-blocked',
      'message-empty',
      'files-full',
      'rate-limited',
    ],
  },
  'POST /threads/:id/read': {
    summary: 'Marks messages as read up to a number.',
    access: party,
    body: z.strictObject({ number: count }),
    answer: done,
    problems: ['not-found'],
  },
  'POST /threads/:id/block': {
    summary: 'Blocks or unblocks a thread for oneself; while blocked nobody can write in it.',
    access: party,
    body: z.strictObject({ blocked: z.boolean() }),
    answer: ok(threadSchema),
    problems: ['not-found'],
  },
  'POST /threads/:id/release': {
    summary: 'A guardian lets a held message through.',
    access: ['parent'],
    body: z.strictObject({ number: count }),
    answer: done,
    problems: ['not-found', 'connection-paused'],
  },
  'POST /threads/:id/report': {
    summary:
      'Reports a thread, or one text of its connection, to the administrators; a safety alert is raised.',
    access: party,
    body: z.strictObject({
      reason: text(1000, 'staff'),
      about: z.strictObject({ kind: z.enum(reportableKinds), id }).optional(),
    }),
    answer: done,
    problems: ['not-found', 'reason-required', 'rate-limited'],
  },
})
