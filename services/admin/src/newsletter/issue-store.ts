import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from 'mongoose'
import type { Issue } from './issue.ts'

export function createIssueStore(connection: Connection, outbox: Outbox) {
  const issues = collection<Issue & Outboxed>(connection, 'newsletters', [
    { key: { sentAt: -1, _id: -1 } },
    { key: { addressedAt: 1, sentAt: 1 } },
    outboxIndex,
  ])
  return {
    collection: issues,
    page: ({ limit, cursor }: { limit: number; cursor?: string | undefined }) =>
      pageOf(issues, {
        filter: {},
        order: byTime('sentAt', -1),
        limit,
        cursor,
      }),

    /** @throws problem `newsletter-already-sent` */
    send: async (issue: Issue, by: string): Promise<void> => {
      const { _id: newsletterId, recipients, sentAt } = issue
      const data = { newsletterId, by, recipients, at: sentAt.toISOString() }
      const isNew = await inserted(outbox.insert(issues, issue, { type: 'newsletter.started', data }))
      if (!isNew) throw problem('newsletter-already-sent')
    },

    /** The oldest issue whose subscribers are not all addressed. */
    unfinished: (): Promise<Issue | null> => issues.findOne({ addressedAt: null }, { sort: { sentAt: 1 } }),
    finish: async (_id: string, addressedAt: Date): Promise<void> => {
      await issues.updateOne({ _id }, { $set: { addressedAt } })
    },
    /** Ends what a restored backup had not finished: the other subscribers may have been addressed after the backup. */
    finishRestored: async (restoredAt: Date): Promise<void> => {
      const restored = { addressedAt: null, sentAt: { $lte: restoredAt } }
      await issues.updateMany(restored, { $set: { addressedAt: restoredAt } })
    },
  }
}

export type IssueStore = ReturnType<typeof createIssueStore>
