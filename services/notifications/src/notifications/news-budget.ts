import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { dayMs, hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { createWriteLimits } from '@darsi/kit/mongo/write-limits.ts'
import type { Connection } from 'mongoose'
import type { Notification } from './notification.ts'

export type NewsBudget = ReturnType<typeof createNewsBudget>

/** How many mails and push messages one account causes for another, whichever calls it makes. */
export function createNewsBudget(connection: Connection) {
  const limits = createWriteLimits(connection, {
    'news-hour': { most: 10, perMs: hourMs },
    'news-day': { most: 30, perMs: dayMs },
  })
  return {
    /** @returns false when the budget of this hour or day is used up */
    take: async (by: string, userId: string, at: Date): Promise<boolean> => {
      const pair = `${by}.${userId}`
      return (await limits.tryTake('news-hour', pair, at)) && (await limits.tryTake('news-day', pair, at))
    },
  }
}

/**
 * The other account that caused this news. Null for what no person did, for the own doing, and for mails that cannot be
 * switched off: safety, security, and what waits for an answer.
 */
export function causeOf({ data }: DarsiEvent, { userId, isOptional }: Notification): string | null {
  const by = 'by' in data ? data.by : undefined
  return isOptional && typeof by === 'string' && by !== userId ? by : null
}
