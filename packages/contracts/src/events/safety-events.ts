import * as z from 'zod'
import { evidenceOmittedSchema } from '../calls/admin/evidence-api.ts'
import { id, roleSchema } from '../rules/schemas.ts'
import { reportableKinds, utteranceFields } from '../rules/utterance-fields.ts'
import type { AuditActionDetail } from './audit-actions.ts'
import { actionOn } from './audit-entry.ts'
import { defineEvents } from './event-definition.ts'
import { concerned, governorateId, person } from './event-parts.ts'
import { alertUpdate, threadUpdate } from './live-update.ts'

/** The learner of a thread and the learner's guardians. */
const aboutLearner = z.object({
  connectionId: id,
  teacherId: id,
  studentId: id.optional(),
  childId: id.optional(),
  guardianIds: z.array(id),
  minor: z.boolean(),
})

type Report = {
  connectionId: string
  aboutUserId?: string | undefined
  threadId?: string | undefined
  by?: string | undefined
  reason: AuditActionDetail
  at: string
}

export const safetyEvents = defineEvents({
  'message.sent': {
    summary:
      'Somebody wrote in a thread. `to` are those who see it: without the others of a thread when it is held back. The text stays where it is.',
    topic: 'thread-events',
    producer: 'users',
    data: aboutLearner.extend({
      threadId: id,
      messageId: id,
      number: z.number().int(),
      by: id,
      to: z.array(id),
      held: z.boolean(),
      at: z.string(),
    }),
    personal: z.object({
      from: z.string(),
      subject: z.string(),
      /** `mail`: the recipient's mail preference at that time. */
      recipients: z.array(person.extend({ userId: id, mail: z.boolean() })),
    }),
    // also for other tabs of the author
    live: (data: { to: string[]; by: string; threadId: string }) => ({
      to: [...data.to, data.by],
      event: { kind: 'message', id: data.threadId },
    }),
  },
  'message.released': {
    summary:
      'A guardian let a held message through: everyone in the thread sees it. `recipients` are its author and its new readers.',
    topic: 'thread-events',
    producer: 'users',
    data: aboutLearner.extend({
      threadId: id,
      memberIds: z.array(id),
      messageId: id,
      writtenBy: id,
      writtenAt: z.string(),
      by: id,
      at: z.string(),
    }),
    personal: z.object({
      student: z.string(),
      teacher: z.string(),
      subject: z.string(),
      recipients: z.array(person.extend({ userId: id })),
    }),
    live: threadUpdate,
  },
  'thread.read': {
    summary: 'A member has read a thread up to a number.',
    topic: 'thread-events',
    producer: 'users',
    data: z.object({
      threadId: id,
      by: id,
      number: z.number().int(),
      memberIds: z.array(id),
      at: z.string(),
    }),
    live: threadUpdate,
  },
  'thread.changed': {
    summary: 'A thread was opened, closed, blocked or unblocked, or its members changed.',
    topic: 'thread-events',
    producer: 'users',
    data: z.object({
      threadId: id,
      memberIds: z.array(id),
      open: z.boolean(),
      blockedBy: z.array(id),
      at: z.string(),
    }),
    live: threadUpdate,
  },
  'thread.removal-announced': {
    summary:
      'A closed connection and its messages are removed at `removeAt`; its members are notified before.',
    topic: 'thread-events',
    producer: 'users',
    data: z.object({ threadId: id, memberIds: z.array(id), removeAt: z.string(), at: z.string() }),
    personal: z.object({ subject: z.string(), members: z.array(person.extend({ userId: id })) }),
  },
  'safety.reported': {
    summary:
      'A member reported a thread, or contact details were held back in a minor’s one or request, or a text asked a minor for secrecy.',
    topic: 'safety-events',
    producer: 'users',
    data: aboutLearner.extend({
      reportId: id,
      reason: z.enum(['reported', 'contact-details', 'secrecy']),
      severity: z.enum(['low', 'medium', 'high']),
      /** The reporter; absent for automatic alerts. */
      by: id.optional(),
      aboutUserId: id.optional(),
      /** Absent for an alert about a request, which has no thread yet. */
      threadId: id.optional(),
      reported: z.object({ kind: z.enum(reportableKinds), id }).optional(),
      /** How many files of it are kept for the administrators. */
      files: z.number().int().optional(),
      at: z.string(),
    }),
    personal: z.object({
      /** The reporter's text. */
      text: z.string(),
      /** The text that it is about; empty when its author's account was closed. */
      quoted: z.string(),
    }),
    audit: (data: Report) => ({
      by: data.by ?? '',
      target: data.aboutUserId ?? data.threadId ?? data.connectionId,
      detail: data.reason,
      at: data.at,
    }),
    activity: true,
  },
  'safety.files-viewed': {
    summary: 'An administrator opened the files of a reported conversation.',
    topic: 'safety-events',
    producer: 'users',
    data: z.object({ reportId: id, threadId: id, by: id, at: z.string() }),
    audit: (data: { by: string; reportId: string; at: string }) => ({
      by: data.by,
      target: data.reportId,
      at: data.at,
    }),
  },
  'evidence.copied': {
    summary: 'The texts that an alert concerns, and whom it is about, as they were when it was raised.',
    topic: 'safety-events',
    producer: 'users',
    /** A long copy has parts, because an event has at most a megabyte. People are in part 0. */
    data: z.object({ alertId: id, part: z.number().int(), at: z.string() }),
    personal: z.object({
      people: z.array(
        z.object({
          userId: id,
          role: roleSchema,
          fullName: z.string(),
          email: z.string(),
          phone: z.string(),
        }),
      ),
      messages: z.array(
        z.object({
          field: z.enum(utteranceFields),
          /** The message, homework or lesson; the connection itself for requests and notes. */
          about: z.string(),
          threadId: id,
          by: z.string(),
          at: z.string(),
          text: z.string(),
          held: z.boolean(),
        }),
      ),
      /** What the copy leaves out; absent when it is complete. */
      omitted: evidenceOmittedSchema.optional(),
    }),
  },
  'alert.opened': {
    summary: 'A safety alert waits for an administrator or a guardian; they are notified by mail.',
    topic: 'alert-events',
    producer: 'admin',
    data: z.object({
      alertId: id,
      reason: z.string(),
      severity: z.enum(['low', 'medium', 'high']),
      minor: z.boolean(),
      guardianIds: z.array(id),
      /** Where the child lives: its child-protection delegate is informed of a danger; null when unknown. */
      governorateId,
      dueAt: z.string(),
      investigateBy: z.string(),
      /** What the alert concerns, where evidence is kept. */
      evidence: concerned.optional(),
      /** The accounts that it is about, where evidence is kept: the teachers where it names nobody. */
      aboutIds: z.array(id),
      /**
       * For a high alert that accuses the teacher's side alone: what is paused if it concerns a minor. The connection,
       * or that of the learner with `aboutUserId`, or all of the learner's.
       */
      stops: z
        .object({
          connectionId: id.optional(),
          childId: id.optional(),
          aboutUserId: id.optional(),
          by: id.optional(),
          /** On the same clock as administrators' decisions: the newer of the two counts. */
          at: z.string(),
        })
        .optional(),
      at: z.string(),
    }),
    personal: z.object({
      guardians: z.array(person.extend({ userId: id })),
      /** The administrators who decide next; only of a high alert. */
      admins: z.array(person.extend({ userId: id })).optional(),
    }),
    live: alertUpdate,
    liveForAdmins: 'alert',
  },
  'alert.answered': {
    summary: 'An administrator began to look into a safety alert; its reporter is notified.',
    topic: 'alert-events',
    producer: 'admin',
    data: z.object({
      alertId: id,
      by: id,
      guardianIds: z.array(id),
      investigateBy: z.string(),
      at: z.string(),
    }),
    personal: z.object({ reporter: person.extend({ userId: id }).optional() }),
    audit: actionOn('alertId'),
    activity: true,
    live: alertUpdate,
    liveForAdmins: 'alert',
  },
  'alert.paused': {
    summary:
      'An administrator pauses a connection that a safety alert concerns, with all of the same two people.',
    topic: 'alert-events',
    producer: 'admin',
    data: z.object({
      alertId: id,
      by: id,
      connectionId: id,
      /** On the same clock as administrators’ other decisions: the newer of the two counts. */
      at: z.string(),
    }),
    audit: actionOn('alertId'),
    activity: true,
    liveForAdmins: 'alert',
  },
  'alert.message-sent': {
    summary: 'An administrator wrote to a person whom a safety alert concerns; it is sent by mail.',
    topic: 'alert-events',
    producer: 'admin',
    data: z.object({ alertId: id, by: id, to: id, at: z.string() }),
    personal: z.object({ recipient: person, text: z.string() }),
    audit: actionOn('alertId'),
    activity: true,
    liveForAdmins: 'alert',
  },
  'alert.escalated': {
    summary:
      'A safety alert was not answered in 2 hours, or not investigated in 24: every administrator is notified.',
    topic: 'alert-events',
    producer: 'admin',
    data: z.object({
      alertId: id,
      reason: z.string(),
      severity: z.enum(['low', 'medium', 'high']),
      stage: z.enum(['answer', 'investigation']),
      governorateId,
      dueAt: z.string(),
      at: z.string(),
    }),
    personal: z.object({ admins: z.array(person.extend({ userId: id })) }),
    audit: (data: { alertId: string; stage: 'answer' | 'investigation'; at: string }) => ({
      by: '',
      target: data.alertId,
      detail: data.stage,
      at: data.at,
    }),
  },
  'alert.resolved': {
    summary: 'An administrator or a guardian has dealt with a safety alert.',
    topic: 'alert-events',
    producer: 'admin',
    data: z.object({
      alertId: id,
      by: id,
      guardianIds: z.array(id),
      /** The reporter, unless the same person resolved it. */
      reporterId: id.optional(),
      at: z.string(),
    }),
    audit: actionOn('alertId'),
    activity: true,
    live: alertUpdate,
    liveForAdmins: 'alert',
  },
})
