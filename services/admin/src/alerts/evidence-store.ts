import type { AlertReason, AlertSeverity } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { Concerns } from '@darsi/contracts/events/event-parts.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { collection, type Update } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from 'mongoose'
import { expiryOf, type Identity } from './evidence.ts'
import type { ReportText } from './report-text.ts'

/** Evidence of one alert: the report and the people, sealed when the alert is raised, and the messages that users copied. */
export type EvidenceRow = {
  _id: string
  reason: AlertReason
  severity: AlertSeverity
  userIds: string[]
  concerns: Concerns
  /** Absent while only the messages have arrived, before the alert is raised. */
  openedAt: Date
  sealed: string
  copy?: string | null
  /** The further parts of a long copy. */
  more?: Record<string, string>
  expiresAt: Date | null
  views?: { by: string; at: Date; sealed: string }[]
}
type Kept = { told: ReportText; people: readonly Identity[] }
type Copied = DarsiEvent<'evidence.copied'>['personal']
type Opening = Pick<EvidenceRow, '_id' | 'reason' | 'severity' | 'userIds' | 'concerns' | 'openedAt'> & {
  report: ReportText
  people: readonly Identity[]
}
type Page = { userId?: string | undefined; limit: number; cursor?: string | undefined }
type EvidenceOptions = { key: string; years: number }

/** Sealed with its own key; erasures and exports do not include it, and a TTL index deletes it after the legal period. */
export function createEvidenceStore(connection: Connection, { key, years }: EvidenceOptions) {
  const sealer = createSealer(key)
  const evidence = collection<EvidenceRow>(connection, 'evidence', [
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    { key: { openedAt: -1, _id: -1 } },
    { key: { userIds: 1 } },
    { key: { 'concerns.by': 1 }, sparse: true },
    { key: { 'concerns.aboutUserId': 1 }, sparse: true },
    { key: { 'concerns.childId': 1 }, sparse: true },
    { key: { 'concerns.connectionId': 1 }, sparse: true },
  ])
  // stored values are not replaced: then the filter finds nothing, and the upsert is a duplicate key
  const once = (id: string, absent: 'openedAt' | 'copy' | `more.${number}`, update: Update<EvidenceRow>) =>
    inserted(evidence.updateOne({ _id: id, [absent]: null }, update, { upsert: true }))

  return {
    collection: evidence,

    /** Stores the evidence when an alert is raised; a repetition changes nothing. */
    open: async ({ _id, report, people, ...row }: Opening): Promise<void> => {
      const sealed = sealer.seal({ told: report, people } satisfies Kept)
      await once(_id, 'openedAt', { $set: { ...row, sealed, expiresAt: null } })
    },

    /** Stores the messages that users copied. They may arrive before the alert or without one, and then expire too. */
    copied: async (
      alertId: string,
      { part, ...copy }: Copied & { part: number },
      at: Date,
    ): Promise<void> => {
      const field = part === 0 ? 'copy' : (`more.${part}` as const)
      const $set = { [field]: sealer.seal(copy) }
      await once(alertId, field, { $set, $setOnInsert: { expiresAt: expiryOf(at, years) } })
    },

    resolved: async (alertId: string, at: Date): Promise<void> => {
      await evidence.updateOne({ _id: alertId }, { $set: { expiresAt: expiryOf(at, years) } })
    },

    /**
     * Evidence that concerns an account and still lacks its messages: an erasure names it, so that users copies them
     * first. Afterwards the account is no member of its conversations, by which users finds them.
     * @param connectionIds of the account
     */
    waiting: async (
      userId: string,
      connectionIds: readonly string[],
    ): Promise<(Concerns & { alertId: string })[]> => {
      const concerned = [
        { userIds: userId },
        { 'concerns.by': userId },
        { 'concerns.aboutUserId': userId },
        { 'concerns.childId': userId },
        { 'concerns.connectionId': { $in: [...connectionIds] } },
      ]
      const rows = await evidence.find({ $or: concerned, copy: null }, { limit: 100 }).toArray()
      return rows.map(({ _id: alertId, concerns }) => ({ alertId, ...concerns }))
    },

    byId: (id: string): Promise<EvidenceRow | null> =>
      evidence.findOne({ _id: id, openedAt: { $exists: true } }),

    page: ({ userId, limit, cursor }: Page) =>
      pageOf(evidence, {
        filter: { openedAt: { $exists: true }, ...(userId !== undefined && { userIds: userId }) },
        order: byTime('openedAt', -1),
        limit,
        cursor,
      }),

    view: async (id: string, by: string, reason: string, at: Date): Promise<void> => {
      const $push = { views: { by, at, sealed: sealer.seal(reason) } }
      await evidence.updateOne({ _id: id }, { $push })
    },

    openedOf: ({ sealed, copy, more = {}, views = [] }: EvidenceRow) => ({
      // `as`: sealed by `open`, `copied` and `view`
      kept: sealer.unseal(sealed) as Kept,
      copy: wholeOf(
        [copy ?? null, ...Object.values(more)].map((each) => each && (sealer.unseal(each) as Copied)),
      ),
      views: views.map(({ by, at, sealed }) => ({ by, at, reason: sealer.unseal(sealed) as string })),
    }),
  }
}

/** The parts of a copy as one, oldest text first. */
function wholeOf(parts: readonly (Copied | null | '')[]): Copied {
  const copied = parts.filter((part): part is Copied => Boolean(part))
  const messages = copied.flatMap((part) => part.messages)
  const omitted = copied.find((part) => part.omitted)?.omitted
  return {
    people: copied.flatMap(({ people }) => people),
    messages: messages.toSorted((a, b) => a.at.localeCompare(b.at)),
    ...(omitted && { omitted }),
  }
}

export type EvidenceStore = ReturnType<typeof createEvidenceStore>
