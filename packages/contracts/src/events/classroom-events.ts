import * as z from 'zod'
import { attendanceProposals, endCauses, partSchema } from '../calls/classroom/classroom-api.ts'
import { id } from '../rules/schemas.ts'
import { defineEvents } from './event-definition.ts'
import { pair } from './event-parts.ts'
import { lessonUpdate } from './live-update.ts'

/** A lesson’s room, in ids only. */
const room = pair.extend({ minor: z.boolean(), at: z.string() })
const topic = 'classroom-events'
const producer = 'classroom'

export const classroomEvents = defineEvents({
  'classroom.opened': {
    summary: 'The first person is in a lesson’s room, in its lobby.',
    topic,
    producer,
    data: room.extend({ userId: id, part: partSchema }),
    live: lessonUpdate,
  },
  'participant.joined': {
    summary: 'Somebody of the lesson is in its room.',
    topic,
    producer,
    data: room.extend({ userId: id, part: partSchema }),
  },
  'participant.left': {
    summary: 'A member of the lesson left its room, or sent nothing for a minute.',
    topic,
    producer,
    data: room.extend({ userId: id, part: partSchema }),
  },
  'participant.admitted': {
    summary: 'The teacher started the lesson: who is in the room may speak and be seen.',
    topic,
    producer,
    data: room.extend({ by: id, userIds: z.array(id) }),
  },
  'guardian.absent': {
    summary: 'The lesson of a child up to ten years is on hold, because no guardian was there for a minute.',
    topic,
    producer,
    data: room,
    live: lessonUpdate,
  },
  'lesson.held': {
    summary: 'The teacher or a guardian paused the lesson.',
    topic,
    producer,
    data: room.extend({ by: id }),
    live: lessonUpdate,
  },
  'lesson.resumed': {
    summary: 'A lesson on hold goes on; `by` is absent when a guardian came back.',
    topic,
    producer,
    data: room.extend({ by: id.optional() }),
    live: lessonUpdate,
  },
  'board.written': {
    summary:
      'Somebody wrote on the board of a minor’s lesson; its text is stored with the other texts of the connection.',
    topic,
    producer,
    data: pair.extend({ by: id, at: z.string() }),
    personal: z.object({ text: z.string() }),
  },
  'classroom.reported': {
    summary: 'A member of a room reported a concern; the board is kept as evidence.',
    topic,
    producer,
    data: room.extend({
      reportId: id,
      reason: z.enum(['behaviour', 'contact-details', 'danger', 'other']),
      severity: z.enum(['medium', 'high']),
      by: id,
      aboutUserId: id.optional(),
      /** By the teacher of a group, about nobody in particular: lesson and connection are only one of the seats. */
      ofGroup: z.literal(true).optional(),
    }),
    personal: z.object({ text: z.string() }),
    audit: (data: { by: string; aboutUserId?: string | undefined; connectionId: string; at: string }) => ({
      by: data.by,
      target: data.aboutUserId ?? data.connectionId,
      at: data.at,
    }),
    activity: true,
  },
  'classroom.evidence-viewed': {
    summary: 'An administrator opened the sealed board of a reported concern.',
    topic,
    producer,
    data: z.object({ reportId: id, sessionId: id, by: id, at: z.string() }),
    audit: (data: { by: string; reportId: string; at: string }) => ({
      by: data.by,
      target: data.reportId,
      at: data.at,
    }),
  },
  'classroom.ended': {
    summary: 'A lesson’s room is closed for good, and what its attendance says about the lesson.',
    topic,
    producer,
    data: room.extend({
      cause: z.enum(endCauses),
      by: id.optional(),
      liveSeconds: z.number().int(),
      proposal: z.enum(attendanceProposals).nullable(),
    }),
    live: lessonUpdate,
  },
})
