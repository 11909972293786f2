import type { EventInput } from '@darsi/contracts/events.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Connection, Schema } from 'mongoose'
import { beyond, pageOf } from '../page-of.ts'
import type { Alert } from './alert.ts'

type AlertDocument = Alert & Outboxed
type Page = {
  status: Alert['status']
  severity?: string | undefined
  guardianId?: string
  limit: number
  cursor?: string | undefined
}
type Change = { $set: Partial<Alert>; event: EventInput }

export function alertStore(connection: Connection, outbox: Outbox) {
  const optional = { type: String, default: null }
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      reason: { type: String, required: true },
      severity: { type: String, required: true },
      status: { type: String, required: true },
      minor: Boolean,
      by: optional,
      aboutUserId: optional,
      guardianIds: { type: [String], default: [] },
      connectionId: optional,
      threadId: optional,
      sessionId: optional,
      childId: optional,
      sealed: { type: String, default: '' },
      createdAt: { type: Date, required: true },
      dueAt: { type: Date, required: true },
      investigateBy: { type: Date, required: true },
      answeredAt: { type: Date, default: null },
      answeredBy: optional,
      escalateAt: { type: Date, default: null },
      governorateId: { type: Number, default: null },
      resolvedAt: { type: Date, default: null },
      resolvedBy: optional,
      note: { type: String, default: '' },
      ...outboxFields,
    },
    { versionKey: false },
  )
  schema.index({ status: 1, dueAt: 1, _id: 1 })
  schema.index({ guardianIds: 1 })
  schema.index({ by: 1 })
  schema.index({ escalateAt: 1 }, { sparse: true })
  schema.index({ aboutUserId: 1 })
  indexOutbox(schema)
  const model = connection.model<AlertDocument>('alert', schema)
  const { collection } = model

  return {
    model,

    /** Once per id: an event that comes again opens no second one. */
    open: async (alert: Alert, event: EventInput): Promise<void> => {
      await inserted(outbox.insert<AlertDocument>(model, alert, event))
    },

    byId: (id: string): Promise<Alert | null> => model.findById(id).lean<Alert>().exec(),

    /** @param decide answers null to leave it as it is. @returns null then, or when there is none */
    change: (id: string, decide: (alert: Alert) => Change | null): Promise<Alert | null> =>
      outbox.update(model, id, (alert) => {
        const decided = decide(alert)
        return decided && { update: { $set: decided.$set }, event: decided.event }
      }),

    /** Whose clock ran out. */
    overdue: async (now: Date): Promise<Alert[]> =>
      // `as`: the schema above
      (await collection
        .find({ escalateAt: { $lte: now } } as never, { sort: { escalateAt: 1 }, limit: 100 })
        .toArray()) as unknown as Alert[],

    page: ({ status, severity, guardianId, limit, cursor }: Page) => {
      // older rows may have the guardian whom they are about among those who watch
      const watched = guardianId && { guardianIds: guardianId, aboutUserId: { $ne: guardianId } }
      const filter = { status, ...(severity && { severity }), ...watched }
      const direction = status === 'open' ? 1 : -1
      return pageOf<Alert>(collection, {
        filter,
        behind: behind(cursor, direction),
        sort: { dueAt: direction, _id: direction },
        limit,
        cursorOf: (last) => `${last.dueAt.getTime()}_${last._id}`,
      })
    },

    reportedSince: (by: string, since: Date): Promise<number> =>
      collection.countDocuments({ by, createdAt: { $gte: since } } as never),

    /** That something happened stays; who told of it and what goes with the account, and what was noted of it. */
    erase: async (userId: string): Promise<void> => {
      const own = { $or: [{ by: userId }, { aboutUserId: userId }] }
      await collection.updateMany(own as never, { $set: { sealed: '', note: '' } } as never)
      await collection.updateMany({ guardianIds: userId } as never, { $set: { note: '' } } as never)
      await collection.updateMany({ by: userId } as never, { $set: { by: null } } as never)
      await collection.updateMany(
        { guardianIds: userId } as never,
        { $pull: { guardianIds: userId } } as never,
      )
    },
  }
}

function behind(cursor: string | undefined, direction: 1 | -1): object {
  if (cursor === undefined) return {}
  const [, time, id] = /^(\d{1,15})_(.+)$/.exec(cursor) ?? []
  if (!time || !id) throw problem('cursor-invalid')
  return beyond('dueAt', direction, new Date(Number(time)), id)
}
