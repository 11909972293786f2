import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { escalate } from './alerts/alert.ts'
import { mailsOf } from './newsletter/issue.ts'
import type { Parts } from './parts.ts'
import { recipientOf } from './people/user-row.ts'
import { remind } from './tickets/ticket.ts'

/** What every process does again and again; safe in several at once. */
export const rounds = (parts: Parts) => [
  { everyMs: hourMs, work: () => parts.merging.settle(parts.now()), failed: 'merges not settled' },
  { everyMs: 30_000, work: () => remindOverdue(parts, parts.now()), failed: 'overdue not reminded' },
  { everyMs: 30_000, work: () => escalateOverdue(parts, parts.now()), failed: 'alerts not escalated' },
  { everyMs: 5000, work: () => addressSubscribers(parts, parts.now()), failed: 'newsletter not sent on' },
  {
    everyMs: 60_000,
    work: () => parts.dailyFigures.compute(parts.now()),
    failed: 'public figures not computed',
  },
  { everyMs: 60_000, work: () => parts.anchors.write(parts.now()), failed: 'audit log not anchored' },
  {
    everyMs: 60_000,
    work: async () => {
      // the figures stay for a day: those of a site that is just being filled would all be 0
      const found = await parts.statistics.location()
      // null: fewer than 5
      if (found.some(({ teachers }) => teachers !== 0)) await parts.transparency.compute(parts.now())
    },
    failed: 'transparency not computed',
  },
]

/** Escalates every overdue alert; safe to run in several processes at once. */
export async function escalateOverdue({ alerts, alertQueries, users }: Parts, now: Date): Promise<void> {
  const overdue = await alertQueries.overdue(now)
  if (overdue.length === 0) return
  const admins = (await users.administrators()).map(recipientOf)
  for (const { _id } of overdue) await alerts.update(_id, (alert) => escalate(alert, now, admins))
}

/** Reminds support of every overdue ticket; safe to run in several processes at once. */
export async function remindOverdue({ tickets, ticketQueries }: Parts, now: Date): Promise<void> {
  for (const id of await ticketQueries.overdue(now)) await tickets.update(id, (ticket) => remind(ticket, now))
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
