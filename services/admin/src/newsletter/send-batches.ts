import { address, batchMs, stop } from './newsletter-issue.ts'
import type { IssueStore } from './newsletter-issue-store.ts'
import type { NewsletterStore } from './newsletter-store.ts'

type Parts = {
  issues: Pick<IssueStore, 'due' | 'update'>
  subscriptions: Pick<NewsletterStore, 'after'>
  newsletterPerMinute: number
}

/** Addresses the next batch of every newsletter that is being sent: as many mails as the operator allows a minute. */
export async function sendBatches(
  { issues, subscriptions, newsletterPerMinute }: Parts,
  at: Date,
): Promise<void> {
  const size = Math.max(1, Math.round((newsletterPerMinute * batchMs) / 60_000))
  for (const { _id: id, cursor: after, startedAt } of await issues.due(at)) {
    const batch = await subscriptions.after(after, { confirmedBy: startedAt ?? at, limit: size })
    await issues.update(id, (issue) => address(issue, { after, batch, size, at }))
  }
}

/** Stops what a restored backup was sending: its next batches may have been sent after the backup. Safe to repeat. */
export async function stopRestored(
  issues: Pick<IssueStore, 'collection' | 'update'>,
  { restoredAt, at }: { restoredAt: Date; at: Date },
): Promise<void> {
  const restored = { nextAt: { $ne: null }, startedAt: { $lte: restoredAt } }
  for (const { _id } of await issues.collection.find(restored).toArray())
    await issues.update(_id, (issue) =>
      issue.state === 'sending' ? stop(issue, { by: 'restore', at }) : null,
    )
}
