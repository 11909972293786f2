import * as z from 'zod'
import { teacherSubjects } from '../../reference/subjects.ts'
import { id, instant, line, text } from '../../rules/schemas.ts'
import { done, endpoints, ok } from '../endpoint.ts'
import { preferredTimesSchema } from './connections-api.ts'
import { teacherCardSchema } from './teachers-api.ts'

const access = ['student', 'parent'] as const

/** A request that was written but not sent yet: it waits for a guardian or for a free place of the teacher. */
const waitingRequestSchema = z.object({
  id,
  teacher: z.object({ id, name: z.string() }),
  childId: id.nullable(),
  subject: z.enum(teacherSubjects),
  message: z.string(),
  preferredTimes: preferredTimesSchema,
  waitsFor: z.enum(['guardian', 'place']),
  since: instant,
  /** 1 is next; null while a guardian is missing or a place is offered. */
  position: z.number().int().nullable(),
  /** How long the offered place is held. */
  offeredUntil: instant.nullable(),
})
export type WaitingRequest = z.output<typeof waitingRequestSchema>

export const waitingApi = endpoints({
  'GET /me/request-needs': {
    summary: 'What a request of a student still needs, so that the form can show it first.',
    access: ['student'],
    live: [],
    answer: ok(z.object({ birthYear: z.boolean(), guardian: z.boolean(), minor: z.boolean() })),
    problems: ['profile-not-ready'],
  },
  'GET /me/waiting-requests': {
    summary: 'The caller’s requests that are not sent yet, oldest first.',
    access,
    live: ['connection'],
    answer: ok(z.array(waitingRequestSchema)),
    problems: [],
  },
  'POST /me/waiting-requests': {
    summary: 'Puts a request on the waiting list of a teacher without a free place.',
    access,
    body: z.strictObject({
      teacherId: id,
      subject: line(60, 'nobody'),
      // visible to the author only; the request that is sent later has the marks of its readers
      message: text(1000, 'nobody').default(''),
      preferredTimes: preferredTimesSchema.default([]),
      childId: id.optional(),
    }),
    answer: ok(waitingRequestSchema),
    status: 201,
    problems: [
      'not-found',
      'connection-exists',
      'connection-waiting',
      'requests-full',
      'birth-year-required',
      'connection-paused',
      'connection-excluded',
      'guardian-consent-required',
      'child-required',
      'child-of-age',
      'profile-not-ready',
    ],
  },
  'POST /me/waiting-requests/:id/send': {
    summary: 'Takes the offered place: the request goes to the teacher.',
    access,
    answer: ok(z.object({ connectionId: id })),
    problems: [
      'not-found',
      'place-not-offered',
      'connection-exists',
      'connection-waiting',
      'requests-full',
      'birth-year-required',
      'connection-paused',
      'connection-excluded',
      'guardian-consent-required',
      'profile-not-ready',
    ],
  },
  'DELETE /me/waiting-requests/:id': {
    summary: 'Leaves the waiting list, or gives up a request that waits for a guardian.',
    access,
    answer: done,
    problems: ['not-found'],
  },
  'GET /connections/:id/alternatives': {
    summary: 'Up to three teachers of the same subject who can be reached and have a free place.',
    access,
    live: [],
    answer: ok(z.array(teacherCardSchema)),
    problems: ['not-found'],
  },
})
