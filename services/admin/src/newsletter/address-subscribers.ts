import { mailsOf } from './issue.ts'
import type { IssueStore } from './issue-store.ts'
import type { SubscriptionStore } from './subscription-store.ts'

type Parts = {
  issues: Pick<IssueStore, 'unfinished' | 'finish'>
  subscriptions: Pick<SubscriptionStore, 'unaddressed' | 'address'>
}

/**
 * Publishes one event for each of the next subscribers of the issue that is being sent; notifications mails each. A
 * subscription and its event are one write, so a process that is killed leaves nobody out. One issue after the other:
 * a subscription stores only the last issue that it was addressed by.
 */
export async function addressSubscribers({ issues, subscriptions }: Parts, at: Date): Promise<void> {
  const issue = await issues.unfinished()
  if (!issue) return
  const mails = mailsOf(issue.texts)
  const next = await subscriptions.unaddressed(issue)
  for (const { _id } of next) await subscriptions.address(_id, issue, { mails, at })
  if (next.length === 0) await issues.finish(issue._id, at)
}
