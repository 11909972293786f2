import type { EventInput } from '@darsi/contracts/events/events.ts'
import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/** That something was reported; its text goes sealed to the administrators and is not stored here. */
type Report = Outboxed & { threadId: string; at: Date }

export function createReportStore(database: Connection, outbox: Outbox) {
  const reports = collection<Report>(database, 'reports', [
    { key: { at: 1 }, expireAfterSeconds: retentionSeconds('message-reports') },
    { key: { threadId: 1 } },
    outboxIndex,
  ])
  return {
    collection: reports,

    has: async (id: string): Promise<boolean> => (await reports.countDocuments({ _id: id })) > 0,

    hasOfThread: async (threadId: string): Promise<boolean> =>
      (await reports.countDocuments({ threadId }, { limit: 1 })) > 0,

    /** Once per id. */
    add: async (report: { _id: string; threadId: string; at: Date }, event: EventInput): Promise<void> => {
      await inserted(outbox.insert(reports, report, event))
    },
  }
}

export type ReportStore = ReturnType<typeof createReportStore>
