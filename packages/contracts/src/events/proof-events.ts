import * as z from 'zod'
import { type ViewAction, viewActions } from '../rules/audited-views.ts'
import { proofKinds } from '../rules/proofs.ts'
import { id } from '../rules/schemas.ts'
import { actionOn } from './audit-entry.ts'
import { defineEvents } from './event-definition.ts'
import { person } from './event-parts.ts'

const kind = z.enum(proofKinds)

/** One proof and the full state of the teacher's proofs after the event, so that the newest event is enough. */
const proof = z.object({
  teacherId: id,
  proofId: id,
  kind,
  by: id,
  at: z.string(),
  accepted: z.array(z.object({ kind, at: z.string() })),
  waiting: z.array(kind),
})

type Viewed = { action: ViewAction; by: string; target: string; shown: string[]; at: string }

export const proofEvents = defineEvents({
  'photo.removed': {
    summary: 'An administrator removed the photo of a teacher.',
    topic: 'proof-events',
    producer: 'users',
    data: z.object({ teacherId: id, by: id, at: z.string() }),
    personal: person.extend({ reason: z.string() }),
    audit: actionOn('teacherId'),
  },
  'proof.uploaded': {
    summary: 'A teacher uploaded a proof; an administrator is to look at it.',
    topic: 'proof-events',
    producer: 'users',
    data: proof,
    liveForAdmins: 'user',
  },
  'proof.withdrawn': {
    summary: 'A teacher took back a proof before the decision.',
    topic: 'proof-events',
    producer: 'users',
    data: proof,
    liveForAdmins: 'user',
  },
  'proof.viewed': {
    summary: 'An administrator opened the file of a proof.',
    topic: 'proof-events',
    producer: 'users',
    data: proof,
    audit: actionOn('teacherId'),
  },
  'records.viewed': {
    summary: 'An administrator was shown records of teachers; the audit log keeps the action and the ids.',
    topic: 'proof-events',
    producer: 'users',
    data: z.object({
      // `as`: the keys of the table
      action: z.enum(Object.keys(viewActions) as ViewAction[]),
      by: id,
      target: z.string(),
      shown: z.array(id),
      at: z.string(),
    }),
    audit: ({ action, shown, ...entry }: Viewed) => ({ ...entry, view: { action, shown } }),
  },
  'proof.decided': {
    summary: 'An administrator accepted or refused a proof.',
    topic: 'proof-events',
    producer: 'users',
    data: proof.extend({ decision: z.enum(['accepted', 'refused']) }),
    personal: person.extend({ reason: z.string() }),
    audit: actionOn('teacherId'),
    activity: true,
    liveForAdmins: 'user',
  },
  'proof.due': {
    summary: 'A bulletin n° 3 is 33 months old: the teacher is asked for a new one.',
    topic: 'proof-events',
    producer: 'users',
    data: proof,
    personal: person,
  },
})
