import type { Connection } from 'mongoose'
import { lessonsAt } from '../analytics/lesson-store.ts'
import { waitingChanges } from '../care/care-change-store.ts'
import { pendingRows } from '../connections/connection-queries.ts'
import { openUpgrades } from '../connections/upgrade-store.ts'
import type { UserStore } from '../users/user-store.ts'

/** Requests are reminded of after this time. */
const lateMs = 48 * 3_600_000

/** Counts over the collections of several features, for the dashboards. */
export function createCounters({ db }: Connection, users: Pick<UserStore, 'waiting'>, now: () => Date) {
  const count = async (collection: string, filter: object) =>
    (await db?.collection(collection).countDocuments(filter)) ?? 0
  return {
    pendingConnections: () => count('connections', pendingRows),
    /** What else waits for an administrator beside the connections. */
    pendingReviews: async () => {
      const [pendingCareChanges, pendingUpgrades, { proofs, cards }] = await Promise.all([
        count('carechanges', waitingChanges),
        count('upgrades', openUpgrades),
        users.waiting(),
      ])
      return { pendingCareChanges, pendingProofs: proofs, pendingUpgrades, pendingCards: cards }
    },
    totalConnections: () => count('connections', {}),
    duplicateAlerts: () => count('duplicates', { status: 'open' }),
    openTickets: () => count('tickets', { status: 'new' }),
    overdueTickets: () => count('tickets', { status: 'new', dueAt: { $lt: now() } }),
    /** Without alerts of low severity, which inform a family and have no deadline. */
    overdueAlerts: () =>
      count('alerts', {
        status: 'open',
        severity: { $ne: 'low' },
        $or: [{ answeredAt: null, dueAt: { $lt: now() } }, { investigateBy: { $lt: now() } }],
      }),
    overdueConnections: () =>
      count('connections', { ...pendingRows, requestedAt: { $lt: new Date(now().getTime() - lateMs) } }),
    openAlerts: () => count('alerts', { status: 'open' }),
    /** product.md §6: lesson sessions in progress now. */
    activeSessions: () => count('lessons', lessonsAt(now())),
  }
}

export type Counters = ReturnType<typeof createCounters>
