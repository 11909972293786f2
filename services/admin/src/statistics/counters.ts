import { proofKinds } from '@darsi/contracts/rules/proofs.ts'
import type { Connection } from 'mongoose'
import { lessonsAt } from '../analytics/lesson-store.ts'
import { waitingChanges } from '../care/care-change-store.ts'
import { pendingRows } from '../connections/connection-queries.ts'
import { openUpgrades } from '../connections/upgrade-store.ts'
import { waitingCards } from '../users/cards.ts'

/** Requests are reminded of after this time. */
const lateMs = 48 * 3_600_000

/** Teachers with documents that wait. `$in` can use the index, `$size` cannot. */
const waitingProofs = { 'proofs.waiting': { $in: proofKinds }, erasure: null, erasedAt: null }

/** Counts over the collections of several features, for the dashboards. */
export function createCounters({ db }: Connection, now: () => Date) {
  const count = async (collection: string, filter: object) =>
    (await db?.collection(collection).countDocuments(filter)) ?? 0
  return {
    pendingConnections: () => count('connections', pendingRows),
    /** What else waits for an administrator beside the connections. */
    pendingReviews: async () => {
      const [pendingCareChanges, pendingProofs, pendingUpgrades, pendingCards] = await Promise.all([
        count('carechanges', waitingChanges),
        count('users', waitingProofs),
        count('upgrades', openUpgrades),
        count('users', waitingCards),
      ])
      return { pendingCareChanges, pendingProofs, pendingUpgrades, pendingCards }
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
