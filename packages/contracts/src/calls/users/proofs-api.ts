import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { fileTypes } from '../../rules/files.ts'
import { approvalNeeds, proofKinds, reviewedFields } from '../../rules/proofs.ts'
import { accountStatusSchema, id, instant, pageQuery, text } from '../../rules/schemas.ts'
import { done, endpoints, ok, page, uploadProblems } from '../endpoint.ts'

const kind = z.enum(proofKinds)

const proofSchema = z.object({
  id,
  kind,
  state: z.enum(['waiting', 'accepted', 'refused']),
  type: z.enum(fileTypes),
  size: z.number().int(),
  uploadedAt: instant,
  decidedAt: instant.nullable(),
  /** The reason of a refusal, visible to the teacher. */
  reason: z.string(),
  /** False after the file was deleted; its decision and hash stay. */
  hasFile: z.boolean(),
  /** When a new one was requested. */
  askedAgainAt: instant.nullable(),
})
export type ProofAnswer = z.output<typeof proofSchema>

/** What is missing for the approval, in the order of the setting. */
const missing = z.array(z.enum(approvalNeeds))

const reviewFileSchema = z.object({
  teacherId: id,
  name: z.string(),
  status: accountStatusSchema,
  required: z.array(z.enum(approvalNeeds)),
  missing,
  missingFields: z.array(z.enum(reviewedFields)),
  /** Newest first. */
  proofs: z.array(proofSchema),
})
export type ReviewFileAnswer = z.output<typeof reviewFileSchema>

export const proofsApi = endpoints({
  'GET /me/review-file': {
    summary:
      'What is required of the teacher, what is missing, and the uploaded proofs with their decisions.',
    access: ['teacher'],
    live: ['notice'],
    answer: ok(reviewFileSchema),
    problems: ['profile-not-ready'],
  },
  'PUT /me/proofs/:kind': {
    summary:
      'Takes a complete upload as a proof; it replaces one of its kind that waits. An accepted one counts until the decision. May be repeated.',
    access: ['teacher'],
    body: z.strictObject({ upload: id }),
    answer: ok(reviewFileSchema),
    problems: [...uploadProblems, 'profile-not-ready', 'proofs-full'],
  },
  'DELETE /me/proofs/:kind': {
    summary: 'Takes back a proof that waits, and deletes its file.',
    access: ['teacher'],
    answer: ok(reviewFileSchema),
    problems: ['not-found', 'profile-not-ready'],
  },
  'GET /admin/proofs': {
    summary: 'Teachers with proofs that wait for a decision, the longest waiting first.',
    access: admins,
    audited: { action: 'proofs.listed' },
    live: ['user'],
    query: z.strictObject({
      ...pageQuery({ limit: 50 }),
    }),
    answer: page(
      z.object({
        id,
        name: z.string(),
        status: accountStatusSchema,
        waiting: z.array(kind),
        since: instant,
      }),
    ),
    problems: ['cursor-invalid'],
  },
  'GET /admin/teachers/:id/review-file': {
    summary: 'A teacher’s whole review file: the profile as the teacher wrote it, and the proofs.',
    access: admins,
    audited: { action: 'review-file.viewed', ids: ['teacherId'] },
    live: ['user'],
    answer: ok(
      reviewFileSchema.extend({
        profile: z.record(z.string(), z.unknown()),
        emailVerified: z.boolean(),
        /** When the profile changed last; an approval says which state was read. */
        updatedAt: instant,
        offeredHours: z.number().int(),
        /** Names the newest photo (`GET /photos/:photo`); null without one. */
        photo: z.string().nullable(),
        /** The newest address of the public page; empty without one. */
        slug: z.string(),
      }),
    ),
    problems: ['not-found'],
  },
  'GET /admin/teachers/:id/proofs/:proof/file': {
    summary: 'The file of a proof; the audit log remembers each view.',
    access: admins,
    audited: 'by-handler',
    content: 'application/octet-stream',
    problems: ['not-found'],
  },
  'PUT /admin/teachers/:id/proofs/:proof': {
    summary: 'Accepts or refuses one proof; a refusal needs a reason, which the teacher reads.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({
      decision: z.enum(['accepted', 'refused']),
      reason: text(500, 'staff').default(''),
    }),
    answer: done,
    problems: ['not-found', 'proof-decided', 'reason-required'],
  },
})
