import type { PausedFor } from '@darsi/contracts/calls/users/connections-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/** That something was reported; its text goes sealed to the administrators and is not stored here. */
type Report = Outboxed & { threadId: string; at: Date; pausedFor?: PausedFor | undefined }

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

    /** What the teacher wrote; null for a report by a person. */
    causeOf: async (id: string): Promise<PausedFor | null> =>
      (await reports.findOne({ _id: id }))?.pausedFor ?? null,

    /** Once per id. */
    add: async (report: Omit<Report, keyof Outboxed> & { _id: string }, event: EventInput): Promise<void> => {
      await inserted(outbox.insert(reports, report, event))
    },
  }
}

export type ReportStore = ReturnType<typeof createReportStore>
