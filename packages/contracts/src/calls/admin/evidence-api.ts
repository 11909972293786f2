import * as z from 'zod'
import { id, instant, pageQuery, roleSchema, text } from '../../rules/schemas.ts'
import { utteranceFields } from '../../rules/utterance-fields.ts'
import { endpoints, ok, page } from '../endpoint.ts'
import { alertReasons, alertSeverities } from './safety-api.ts'

/** How many conversations and messages are missing in a copy. */
export const evidenceOmittedSchema = z.object({
  conversations: z.number().int().min(0),
  messages: z.number().int().min(0),
})

/** The evidence of an alert that survives erasure. */
const keptEvidenceSchema = z.object({
  /** The alert's id. */
  id,
  reason: z.enum(alertReasons),
  severity: z.enum(alertSeverities),
  /** The accounts concerned. */
  userIds: z.array(id),
  /** Their names, in the same order; empty for an erased account. */
  names: z.array(z.string()),
  openedAt: instant,
  /** When it is deleted; null while the alert is open. */
  expiresAt: instant.nullable(),
  /** How often it was opened. */
  views: z.number().int(),
})
export type KeptEvidence = z.output<typeof keptEvidenceSchema>

const openedEvidenceSchema = keptEvidenceSchema.extend({
  /** The report and the message that it quotes. */
  text: z.string(),
  quoted: z.string(),
  people: z.array(
    z.object({ userId: id, role: roleSchema, fullName: z.string(), email: z.string(), phone: z.string() }),
  ),
  messages: z.array(
    z.object({
      field: z.enum(utteranceFields),
      /** The message, homework or lesson; the connection itself for requests and notes. */
      about: z.string(),
      threadId: z.string(),
      by: z.string(),
      at: instant,
      text: z.string(),
      held: z.boolean(),
    }),
  ),
  omitted: evidenceOmittedSchema.nullable(),
  /** Earlier views: by whom, when and why. */
  viewed: z.array(z.object({ by: id, byName: z.string(), at: instant, reason: z.string() })),
})
export type OpenedEvidence = z.output<typeof openedEvidenceSchema>

const superAdmins = ['super-admin'] as const

export const evidenceApi = endpoints({
  'GET /superadmin/evidence': {
    summary:
      'The alerts of which evidence is kept, newest first; without words, and without names of erased accounts.',
    access: superAdmins,
    audited: { action: 'evidence.listed', ids: ['id', 'userIds'] },
    live: [],
    query: z.strictObject({
      userId: id.optional(),
      ...pageQuery({ limit: 50 }),
    }),
    answer: page(keptEvidenceSchema),
    problems: ['cursor-invalid'],
  },
  'POST /superadmin/evidence/:id/view': {
    summary: 'Opens the evidence of one alert; the reason and who asked are kept, and the audit log says so.',
    access: superAdmins,
    audited: 'by-handler',
    fresh: true,
    body: z.strictObject({ reason: text(500, 'staff').default('') }),
    answer: ok(openedEvidenceSchema),
    problems: ['not-found', 'reason-required'],
  },
})
