import { createHash } from 'node:crypto'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import type { View } from '@darsi/kit/http/view-record.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

type ViewDocument = Outboxed & { at: Date }

/** What administrators were shown, until the event about it is sent: the audit log is in another service. */
export function createViewStore(database: Connection, outbox: Outbox) {
  const views = collection<ViewDocument>(database, 'views', [{ key: { at: 1 } }, outboxIndex])
  return {
    collection: views,

    /** Once per hour: a reload of the page writes nothing. */
    record: async ({ action, by, target, shown, at }: View): Promise<void> => {
      const hour = Math.floor(at.getTime() / hourMs)
      const named = JSON.stringify([action, by, target, shown, hour])
      const _id = `view.${createHash('sha256').update(named).digest('hex')}`
      const data = { action, by, target, shown: [...shown], at: at.toISOString() }
      await inserted(outbox.insert(views, { _id, at }, { type: 'records.viewed', data }))
    },
  }
}
