import * as z from 'zod'
import { id } from '../rules/schemas.ts'
import type { AuditEntry } from './audit-entry.ts'
import { actionOn } from './audit-entry.ts'
import { defineEvents } from './event-definition.ts'
import { person } from './event-parts.ts'

/** Two accounts that may belong to one person; of a merged pair `userId` stays. `by` is empty where a rule decided. */
const duplicatePair = z.object({
  pairId: z.string(),
  userId: id,
  other: id,
  by: z.string(),
  at: z.string(),
})

const pairAudit = ({ by, userId, other, at }: z.output<typeof duplicatePair>): AuditEntry => ({
  by,
  target: other,
  other: userId,
  at,
})

export const decisionEvents = defineEvents({
  'care-change.reviewed': {
    summary: 'An administrator agreed to or refused a change to a minor’s protection.',
    topic: 'review-events',
    producer: 'admin',
    data: z.object({
      changeId: id,
      decision: z.enum(['approved', 'declined']),
      by: id,
      /** Of the request that was decided; a later one stays open. */
      askedAt: z.string(),
      at: z.string(),
    }),
    personal: z.object({ note: z.string() }),
    audit: actionOn('changeId'),
    activity: true,
  },
  'upgrade.reviewed': {
    summary: 'An administrator decided on a teacher’s upgrade request.',
    topic: 'review-events',
    producer: 'admin',
    data: z.object({
      teacherId: id,
      decision: z.enum(['granted', 'refused']),
      by: id,
      /** Of the request that was decided; a later one stays open. */
      requestedAt: z.string(),
      at: z.string(),
    }),
    personal: person.extend({ notes: z.string() }),
    audit: actionOn('teacherId'),
    activity: true,
    liveForAdmins: 'connection',
  },
  'card.reviewed': {
    summary: 'An administrator decided on the changed texts of a teacher.',
    topic: 'review-events',
    producer: 'admin',
    data: z.object({
      teacherId: id,
      decision: z.enum(['approved', 'refused']),
      by: id,
      /** Of the texts that were decided; a later change stays open. */
      changedAt: z.string(),
      at: z.string(),
    }),
    personal: person.extend({ notes: z.string() }),
    audit: actionOn('teacherId'),
    activity: true,
    liveForAdmins: 'user',
  },
  'connection.reviewed': {
    summary:
      'An administrator agreed to or refused a connection that needs it, reopened or ended a paused one, or lets a teacher and a learner who were kept apart connect again.',
    topic: 'review-events',
    producer: 'admin',
    data: z.object({
      connectionId: id,
      decision: z.enum(['approved', 'declined', 'reopened', 'ended', 'lifted']),
      by: id,
      at: z.string(),
      /** The pause that the decision is about: a newer one stays. Absent where none is. */
      stoppedAt: z.string().optional(),
    }),
    personal: z.object({ notes: z.string() }),
    audit: actionOn('connectionId'),
    activity: true,
    liveForAdmins: 'connection',
  },
  'duplicate.found': {
    summary: 'Two accounts look like one person’s: links and codes between them wait for an administrator.',
    topic: 'review-events',
    producer: 'admin',
    data: duplicatePair,
  },
  'duplicate.reviewed': {
    summary: 'An administrator looked at two accounts that may be one person’s.',
    topic: 'review-events',
    producer: 'admin',
    data: duplicatePair,
    audit: pairAudit,
    liveForAdmins: 'user',
  },
  'duplicate.dismissed': {
    summary: 'An administrator found two accounts to be two people’s.',
    topic: 'review-events',
    producer: 'admin',
    data: duplicatePair,
    audit: pairAudit,
    activity: true,
    liveForAdmins: 'user',
  },
  'duplicate.merged': {
    summary:
      'A super-admin found two accounts to be one person’s: `other` is closed, and erased after 30 days.',
    topic: 'review-events',
    producer: 'admin',
    data: duplicatePair,
    audit: pairAudit,
    activity: true,
    liveForAdmins: 'user',
  },
  'duplicate.merge-undone': {
    summary: 'A merge was taken back, by a super-admin or because its account was opened again.',
    topic: 'review-events',
    producer: 'admin',
    data: duplicatePair,
    audit: pairAudit,
    activity: true,
    liveForAdmins: 'user',
  },
})
