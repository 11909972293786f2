import type { EventInput } from '@darsi/contracts/events.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { type Connection, Schema } from 'mongoose'

/** That something was reported; what was said is the administrators' and goes there sealed. */
type Report = Outboxed & { threadId: string; at: Date }

const keepSeconds = 365 * 24 * 3600

export function reportStore(connection: Connection, outbox: Outbox) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      threadId: { type: String, required: true },
      at: { type: Date, required: true },
      ...outboxFields,
    },
    { versionKey: false },
  )
  schema.index({ at: 1 }, { expireAfterSeconds: keepSeconds })
  indexOutbox(schema)
  const model = connection.model<Report>('report', schema)
  return {
    model,
    /** Once per id. */
    raise: async (report: { _id: string; threadId: string; at: Date }, event: EventInput): Promise<void> => {
      await inserted(outbox.insert<Report>(model, report, event))
    },
  }
}
