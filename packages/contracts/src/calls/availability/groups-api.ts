import * as z from 'zod'
import { educationLevelKeys } from '../../reference/levels.ts'
import { teacherSubjects } from '../../reference/subjects.ts'
import { groupAudiences, highestGroupPrice, largestGroup, smallestGroup } from '../../rules/groups.ts'
import { day, id, instant, line } from '../../rules/schemas.ts'
import { endpoints, ok } from '../endpoint.ts'
import { longestLessonMinutes, sessionStatusSchema, sessionTypeSchema } from './sessions-api.ts'

const learners = ['student', 'parent'] as const
const audience = z.enum(groupAudiences)

/** A group hour. A learner's seat in it is an ordinary lesson. */
const groupSchema = z.object({
  id,
  teacher: z.object({ id, name: z.string() }),
  subject: z.string(),
  level: z.enum(educationLevelKeys),
  audience,
  topic: z.string(),
  date: z.iso.date(),
  hour: z.number().int(),
  durationMinutes: z.number().int(),
  startsAt: instant,
  endsAt: instant,
  type: sessionTypeSchema,
  /** Empty for callers without a connection with the teacher. */
  place: z.string(),
  /** The teacher's own link; learners find it in their lesson. */
  meetingLink: z.string(),
  /** In TND, for one learner. */
  price: z.number(),
  capacity: z.number().int(),
  /** Seats that are taken, those included that wait for a guardian. */
  taken: z.number().int(),
  /** Two or more learners have a seat, so it takes place. */
  isConfirmed: z.boolean(),
  /** When a group that is too small is cancelled, and until when learners join. */
  decidedAt: instant,
  /** For the teacher: the learners with a seat, by first name. */
  learners: z.array(z.object({ sessionId: id, name: z.string(), status: sessionStatusSchema })),
  /** The caller's own seats, or those of the caller's children. */
  seats: z.array(z.object({ sessionId: id, name: z.string(), status: sessionStatusSchema })),
  /** The caller's learners who could join, with the reason where one cannot. */
  choices: z.array(
    z.object({
      connectionId: id,
      name: z.string(),
      refusal: z.string().nullable(),
      /** A parent has to be present; a guardian says so. */
      presenceNeeded: z.boolean(),
      /** A guardian has to confirm the seat. */
      waitsForGuardian: z.boolean(),
    }),
  ),
  canCancel: z.boolean(),
})
export type GroupHour = z.output<typeof groupSchema>

const one = ok(groupSchema)

export const groupsApi = endpoints({
  'GET /groups': {
    summary:
      'The group hours ahead: a teacher’s own, those of the teachers whom a learner is connected with, or with `teacherId` those of one teacher who may be seen.',
    access: ['student', 'parent', 'teacher'],
    live: ['connection', 'lesson'],
    query: z.strictObject({ teacherId: id.optional() }),
    answer: ok(z.array(groupSchema)),
    problems: ['not-found'],
  },
  'POST /groups': {
    summary:
      'An approved teacher offers an hour for 2 to 6 minors or 2 to 6 adults of one level, on hours of the own grid, at least a day before. An online hour without a meeting link is held in the classroom, which all seats share.',
    access: ['teacher'],
    body: z.strictObject({
      subject: z.enum(teacherSubjects),
      level: z.enum(educationLevelKeys),
      audience,
      topic: line(120, 'everyone').default(''),
      date: day,
      hour: z.number().int().min(8).max(19),
      durationMinutes: z.number().int().min(15).max(longestLessonMinutes),
      type: sessionTypeSchema,
      place: line(200, 'everyone').default(''),
      meetingLink: line(500, 'link').default(''),
      price: z.number().min(0).max(highestGroupPrice).multipleOf(0.5),
      capacity: z.number().int().min(smallestGroup).max(largestGroup),
    }),
    answer: one,
    status: 201,
    problems: [
      'teacher-not-approved',
      'group-not-offered',
      'group-too-soon',
      'body-invalid',
      'slot-taken',
      'slot-not-offered',
      'slot-past',
      'slot-closed',
      'place-required',
      'meeting-link-invalid',
    ],
  },
  'POST /groups/:id/seats': {
    summary:
      'A learner or guardian takes a seat, until four hours before: an ordinary lesson with the group’s hour and price. A minor’s own wish waits for a guardian. It is left like a lesson, by `POST /sessions/:id/cancel`.',
    access: learners,
    body: z.strictObject({ connectionId: id, parentPresent: z.boolean().default(false) }),
    answer: one,
    status: 201,
    problems: [
      'not-found',
      'connection-state',
      'connection-paused',
      'group-closed',
      'group-minors',
      'group-adults',
      'group-level',
      'group-joined',
      'group-full',
      'lessons-ahead-full',
      'slot-taken',
      'lesson-too-long',
      'parent-presence',
      'presence-by-guardian',
      'guardian-answer-missing',
      'guardian-answer-too-late',
      'video-consent-missing',
    ],
  },
  'POST /groups/:id/cancel': {
    summary: 'The teacher cancels a group hour with all its seats, until four hours before.',
    access: ['teacher'],
    answer: one,
    problems: ['not-found', 'session-state', 'session-too-late'],
  },
})
