import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Mail } from './mail-store.ts'

/** Delayed mails wait for their next attempt. */
export type Unsent = {
  counts: { waiting: number; active: number; delayed: number }
  oldestSeconds: number
}

/** Counts the mails that are not sent yet, for any reason, and reads for how many seconds the oldest one has waited. */
export async function unsentMails(mails: Collection<Mail>, now: Date): Promise<Unsent> {
  const isDelayed = { $cond: [{ $gt: ['$retryAt', now] }, 'delayed', 'waiting'] }
  const byState = await mails
    .aggregate<{ _id: keyof Unsent['counts']; count: number; since: Date }>([
      { $match: { state: { $in: ['pending', 'sending'] } } },
      {
        $group: {
          _id: { $cond: [{ $eq: ['$state', 'sending'] }, 'active', isDelayed] },
          count: { $sum: 1 },
          since: { $min: { $ifNull: ['$resentAt', '$createdAt'] } },
        },
      },
    ])
    .toArray()
  const counts = { waiting: 0, active: 0, delayed: 0 }
  for (const { _id, count } of byState) counts[_id] = count
  const oldest = Math.min(now.getTime(), ...byState.map(({ since }) => since.getTime()))
  return { counts, oldestSeconds: (now.getTime() - oldest) / 1000 }
}
