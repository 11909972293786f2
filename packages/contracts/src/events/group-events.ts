import * as z from 'zod'
import { sessionTypeSchema } from '../calls/availability/sessions-api.ts'
import { educationLevelKeys } from '../reference/levels.ts'
import { groupAudiences } from '../rules/groups.ts'
import { id } from '../rules/schemas.ts'
import { defineEvents } from './event-definition.ts'
import { person } from './event-parts.ts'
import { groupUpdate } from './live-update.ts'

/** A group hour after the event. Its seats are lessons with events of their own. */
const group = z.object({
  groupId: id,
  teacherId: id,
  subject: z.string(),
  level: z.enum(educationLevelKeys),
  audience: z.enum(groupAudiences),
  startsAt: z.string(),
  endsAt: z.string(),
  type: sessionTypeSchema,
  price: z.number(),
  capacity: z.number().int(),
  at: z.string(),
})

const teacher = z.object({ teacher: person.optional() })

export const groupEvents = defineEvents({
  'group.offered': {
    summary: 'A teacher offers an hour for two to six minors or two to six adults of one level.',
    topic: 'session-events',
    producer: 'availability',
    data: group,
    personal: teacher,
    live: groupUpdate,
  },
  'group.short': {
    summary: 'A day before a group hour fewer than two learners have a seat: without more it is cancelled.',
    topic: 'session-events',
    producer: 'availability',
    data: group.extend({ taken: z.number().int() }),
    personal: teacher,
    live: groupUpdate,
  },
  'group.cancelled': {
    summary: 'A group hour was cancelled; its seats are cancelled after it, each with an event.',
    topic: 'session-events',
    producer: 'availability',
    data: group.extend({
      cause: z.enum(['group-cancelled', 'group-too-small', 'account-suspended', 'account-erased']),
    }),
    personal: teacher,
    live: groupUpdate,
  },
})
