import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { escalateOverdue } from './alerts/escalate-overdue.ts'
import { addressSubscribers } from './newsletter/address-subscribers.ts'
import type { Parts } from './parts.ts'
import { remindOverdue } from './tickets/remind-overdue.ts'

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
