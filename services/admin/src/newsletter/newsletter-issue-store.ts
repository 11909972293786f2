import type { NewsletterTexts } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { type Projected, project } from '@darsi/kit/events/projection.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from 'mongoose'
import { type Changed, type Issue, mailIn, newIssue } from './newsletter-issue.ts'

export function createIssueStore(connection: Connection, outbox: Outbox) {
  const issues = collection<Issue & Outboxed & Pick<Projected, 'src'>>(connection, 'newsletters', [
    { key: { createdAt: -1, _id: -1 } },
    { key: { nextAt: 1 }, sparse: true },
    outboxIndex,
  ])
  const found = async (id: string): Promise<Issue> => {
    const issue = await issues.findOne({ _id: id })
    if (!issue) throw problem('not-found')
    return issue
  }
  /** @throws problem that says why the draft was not written */
  const refuse = async (id: string): Promise<never> => {
    throw problem((await found(id)).state === 'draft' ? 'stale-version' : 'newsletter-not-draft')
  }
  return {
    collection: issues,
    found,
    page: ({ limit, cursor }: { limit: number; cursor?: string | undefined }) =>
      pageOf(issues, {
        filter: {},
        order: [
          ['createdAt', 'time', -1],
          ['_id', 'text', -1],
        ],
        limit,
        cursor,
      }),
    due: (at: Date): Promise<Issue[]> => issues.find({ nextAt: { $ne: null, $lte: at } }).toArray(),

    create: async (id: string, texts: NewsletterTexts, at: Date): Promise<Issue> => {
      const issue = newIssue(id, texts, at)
      await issues.insertOne({ ...issue, v: 0, outbox: [] })
      return issue
    },
    change: async (
      id: string,
      { texts, revision, at }: { texts: NewsletterTexts; revision: number; at: Date },
    ): Promise<Issue> => {
      const update = { $set: { texts, updatedAt: at }, $inc: { revision: 1 } }
      const draft = { _id: id, state: 'draft' as const, revision }
      const changed = await issues.findOneAndUpdate(draft, update, { returnDocument: 'after' })
      return changed ?? refuse(id)
    },
    remove: async (id: string): Promise<void> => {
      const removed = await issues.deleteOne({ _id: id, state: 'draft' })
      if (removed.deletedCount === 0) await refuse(id)
    },
    update: (id: string, decide: (issue: Issue) => Changed | null): Promise<Issue | null> =>
      outbox.update(issues, id, decide),

    /** A test mail changes only the version, so that each test has its own event. */
    test: async (
      id: string,
      to: { by: string; email: string; language: Language; at: Date },
    ): Promise<void> => {
      await found(id)
      const { by, email, language, at } = to
      await outbox.update(issues, id, (issue) => ({
        update: { $set: {} },
        event: {
          type: 'newsletter.test-requested',
          data: { newsletterId: id, by, at: at.toISOString() },
          personal: { email, language, mail: mailIn(language, issue) },
        },
      }))
    },

    delivered: async (event: DarsiEvent<'newsletter.delivered'>): Promise<void> => {
      const { newsletterId: id, sent, failed, withdrawn, isSettled, at } = event.data
      await project(issues, id, event, { $set: { sent, failed, withdrawn } }, { upsert: false })
      if (!isSettled) return
      const ended = { $set: { state: 'sent' as const, endedAt: new Date(at) } }
      await issues.updateOne({ _id: id, state: 'sending' }, ended)
    },
  }
}

export type IssueStore = ReturnType<typeof createIssueStore>
