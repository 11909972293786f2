import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { id, instant, text } from '../../rules/schemas.ts'
import { backupPart } from '../admin/backup-api.ts'
import { done, endpoints, ok } from '../endpoint.ts'
import { exportPart } from '../export-api.ts'

const party = ['student', 'parent', 'teacher'] as const
const count = z.number().int().min(0)

const states = ['lobby', 'live', 'held', 'ended'] as const
export type ClassroomState = (typeof states)[number]
/** `teacher`, `guardian`: that person paused the lesson. */
export const holdCauses = ['teacher', 'guardian', 'guardian-absent'] as const
export type HoldCause = (typeof holdCauses)[number]
export const endCauses = [
  'party',
  'time',
  'session-cancelled',
  'connection-paused',
  'connection-ended',
  'consent-withdrawn',
  'account-suspended',
  'account-erased',
] as const
export type EndCause = (typeof endCauses)[number]
/** `guardian`: a parent beside the learner. A child without an account shares the guardian’s device. */
const parts = ['teacher', 'learner', 'guardian'] as const
export const partSchema = z.enum(parts)
export type ClassroomPart = (typeof parts)[number]
const ageBands = ['6-10', '11-17', '18+'] as const
export type AgeBand = (typeof ageBands)[number]
/** What is still missing before a room in the lobby or on hold can go live. */
const lacks = ['teacher', 'learner', 'guardian', 'admission'] as const
export type Lack = (typeof lacks)[number]
const lines = ['good', 'poor', 'lost'] as const
export type LineQuality = (typeof lines)[number]
/** `not-held`: the room was on hold, or waited, for most of the lesson. */
export const attendanceProposals = ['completed', 'teacher-missing', 'learner-missing', 'not-held'] as const
export type AttendanceProposal = (typeof attendanceProposals)[number]

/** One browser tab; the client chooses the id and keeps it for the tab’s life. */
const device = z.uuid()

const rightsSchema = z.object({
  /** May use microphone and camera; never before `live`. */
  speak: z.boolean(),
  shareScreen: z.boolean(),
  /** May draw on the board. */
  write: z.boolean(),
  /** May start the lesson, or resume after an own pause. */
  admit: z.boolean(),
  hold: z.boolean(),
  end: z.boolean(),
  /** May let the learner draw. */
  giveRights: z.boolean(),
})
export type ClassroomRights = z.output<typeof rightsSchema>

const personSchema = z.object({
  userId: id,
  /** For a minor, the teacher gets the first name only. */
  name: z.string(),
  part: partSchema,
  /** A socket of this person is open. */
  present: z.boolean(),
  /** Beside a group that is live: the teacher has to let this learner in. */
  waiting: z.boolean(),
  /** The teacher may let this person draw: a learner, or the guardian of a child without an account. */
  draws: z.boolean(),
  mayWrite: z.boolean(),
  handRaised: z.boolean(),
  line: z.enum(lines).nullable(),
})

const roomSchema = z.object({
  sessionId: id,
  /** Names the board's documents: the lesson, or the group whose seats share one room. */
  roomId: id,
  /** The viewer's conversations beside the lesson, by the learner's first name. The teacher of a group has several. */
  threads: z.array(z.object({ connectionId: id, name: z.string() })),
  subject: z.string(),
  state: z.enum(states),
  holdCause: z.enum(holdCauses).nullable(),
  endCause: z.enum(endCauses).nullable(),
  lacks: z.array(z.enum(lacks)),
  ageBand: z.enum(ageBands),
  part: partSchema,
  startsAt: instant,
  /** The room ends then, also when it is on hold; clients warn five minutes before. */
  endsAt: instant,
  liveSince: instant.nullable(),
  /** The server’s time. */
  now: instant,
  rights: rightsSchema,
  /** All members of the lesson, present or not: nobody can take part invisibly. */
  people: z.array(personSchema),
  /** In order; none after the lesson for a person who may not read the board of a group. */
  boardPages: z.array(z.object({ id, number: count })),
  /** `preparing`: the media engine is starting; board and messages work. */
  media: z.enum(['ready', 'preparing', 'unavailable']),
  /** Increases with each change. The board’s socket sends `{"type":"room","version":n}` as a stateless message. */
  version: count,
})
export type Classroom = z.output<typeof roomSchema>

const seatSchema = roomSchema.extend({
  /** Opens one board socket within 30 seconds; each reconnection needs a new ticket. */
  ticket: z.string(),
  /** LiveKit access token; null unless the room is live and the media engine is ready. */
  mediaToken: z.string().nullable(),
  /** Address of the media engine’s signalling, on the site's own host. */
  mediaUrl: z.string(),
})
export type ClassroomSeat = z.output<typeof seatSchema>

const attendanceSchema = z.object({
  sessionId: id,
  /** Seconds in which the lesson was live. */
  liveSeconds: count,
  people: z.array(
    z.object({
      userId: id,
      name: z.string(),
      part: partSchema,
      seconds: count,
      intervals: z.array(z.object({ from: instant, to: instant })),
      /** Seconds of each quality of this person’s connection. */
      line: z.object({ good: count, poor: count, lost: count }),
    }),
  ),
  proposal: z.enum(attendanceProposals).nullable(),
})
export type Attendance = z.output<typeof attendanceSchema>

const room = ok(roomSchema)

export const classroomApi = endpoints({
  'POST /superadmin/backups/classroom': {
    ...backupPart,
    summary: 'The section of the classroom in a backup.',
  },
  'GET /me/export/classroom': {
    ...exportPart,
    summary:
      'When the caller was in which lesson’s room, and the boards of these lessons with their pictures.',
  },
  'POST /classroom/:sessionId/enter': {
    summary:
      'Enters a lesson’s room, from 10 minutes before until 10 after; again for each new socket. A second tab answers 409 unless it takes over.',
    access: party,
    body: z.strictObject({ device, takeOver: z.boolean().default(false) }),
    answer: ok(seatSchema),
    problems: [
      'not-found',
      'session-state',
      'connection-paused',
      'video-consent-missing',
      'classroom-closed',
      'classroom-ended',
      'classroom-seat-taken',
    ],
  },
  'GET /classroom/alive': {
    summary: 'Answers while the service runs; for the super-admin’s view of the system.',
    access: ['super-admin'],
    audited: 'nothing-personal',
    live: [],
    answer: done,
    problems: [],
  },
  'GET /classroom/:sessionId': {
    summary: 'The room as it is now; it opens nothing.',
    access: party,
    live: [],
    answer: room,
    problems: ['not-found', 'classroom-closed'],
  },
  'POST /classroom/:sessionId/admit': {
    summary:
      'The teacher starts the lesson, or lets late learners into a group. Up to ten years a guardian has to be present. Whoever paused it resumes it.',
    access: party,
    answer: room,
    problems: ['not-found', 'forbidden', 'classroom-ended', 'classroom-waiting'],
  },
  'POST /classroom/:sessionId/hold': {
    summary: 'The teacher or a guardian pauses the lesson: no voice, no video, a board to read.',
    access: ['teacher', 'parent'],
    answer: room,
    problems: ['not-found', 'classroom-ended', 'classroom-waiting'],
  },
  'POST /classroom/:sessionId/end': {
    summary: 'The teacher or a guardian ends the lesson for everybody.',
    access: ['teacher', 'parent'],
    answer: room,
    problems: ['not-found', 'classroom-ended'],
  },
  'POST /classroom/:sessionId/leave': {
    summary: 'This tab leaves the room.',
    access: party,
    body: z.strictObject({ device }),
    answer: done,
    problems: ['not-found'],
  },
  'POST /classroom/:sessionId/rights': {
    summary:
      'The teacher lets a learner write on the board, or no longer. Without `userId` it holds for all learners.',
    access: ['teacher'],
    body: z.strictObject({ write: z.boolean(), userId: id.optional() }),
    answer: room,
    problems: ['not-found', 'classroom-ended'],
  },
  'POST /classroom/:sessionId/hand': {
    summary: 'Raises or lowers the caller’s hand; the teacher lowers that of `userId`.',
    access: party,
    body: z.strictObject({ raised: z.boolean(), userId: id.optional() }),
    answer: room,
    problems: ['not-found', 'forbidden', 'classroom-ended'],
  },
  'POST /classroom/:sessionId/pages': {
    summary: 'Adds a page to the board, up to 40.',
    access: party,
    answer: room,
    status: 201,
    problems: ['not-found', 'forbidden', 'classroom-ended', 'classroom-pages-full'],
  },
  'POST /classroom/:sessionId/pictures': {
    summary:
      'Keeps a picture (JPEG, PNG or WebP) for the board, without its metadata; a board has up to 60. The caller has a seat and may write.',
    access: party,
    file: true,
    answer: ok(z.object({ id })),
    status: 201,
    problems: ['not-found', 'forbidden', 'classroom-ended', 'classroom-pictures-full'],
  },
  'GET /classroom/:sessionId/pictures/:picture': {
    summary: 'A picture of the board, for the people of the lesson alone.',
    access: party,
    content: 'application/octet-stream',
    problems: ['not-found'],
  },
  'POST /classroom/:sessionId/line': {
    summary: 'How the caller’s line is: the worst since the last call. At most one every five seconds.',
    access: party,
    body: z.strictObject({ device, quality: z.enum(lines) }),
    answer: done,
    problems: ['not-found', 'classroom-ended', 'rate-limited'],
  },
  'POST /classroom/:sessionId/report': {
    summary:
      'Tells the administrators of something that worries the caller; the board and the last messages are kept as evidence.',
    access: party,
    body: z.strictObject({
      reason: z.enum(['behaviour', 'contact-details', 'danger', 'other']),
      /** Needed where the reason is `other`. */
      text: text(2000, 'staff').default(''),
      /** The learner whom the teacher of a group means; without it the report is about nobody in particular. */
      connectionId: id.optional(),
    }),
    answer: done,
    status: 201,
    problems: ['not-found', 'classroom-closed', 'reason-required', 'rate-limited'],
  },
  'POST /admin/classroom-reports/:id/view': {
    summary:
      'Opens the sealed board of a concern that was reported from inside a room; the audit log keeps each view.',
    access: admins,
    audited: 'by-handler',
    answer: ok(
      z.object({
        at: instant,
        people: z.array(z.object({ userId: id, name: z.string(), part: partSchema })),
        /** What was erased in the minute before the report is still there: its ids contain `~`. */
        pages: z.array(z.object({ id, number: count, update: z.base64() })),
      }),
    ),
    problems: ['not-found'],
  },
  'GET /admin/classroom-reports/:id/pictures/:picture': {
    summary:
      'A picture of the sealed board, for an administrator who opened that board within the last hour.',
    access: admins,
    audited: 'by-handler',
    content: 'application/octet-stream',
    problems: ['not-found'],
  },
  'GET /classroom/:sessionId/attendance': {
    summary: 'Who was in the room when, how each line was, and what follows from it.',
    access: party,
    live: [],
    answer: ok(attendanceSchema),
    problems: ['not-found'],
  },
  'GET /classroom/:sessionId/board': {
    summary: 'The board of a lesson to read again: each page as a Yjs update in base64.',
    access: party,
    live: [],
    answer: ok(z.object({ pages: z.array(z.object({ id, number: count, update: z.base64() })) })),
    problems: ['not-found'],
  },
})
