import type { Connection } from 'mongoose'
import { lessonsAt } from '../analytics/lesson-store.ts'
import { pendingRows } from '../connections/connection-queries.ts'

/** Counts over the collections of several features, for the dashboards. */
export function createCounters({ db }: Connection, now: () => Date = () => new Date()) {
  const count = async (collection: string, filter: object) =>
    (await db?.collection(collection).countDocuments(filter)) ?? 0
  return {
    pendingConnections: () => count('connections', pendingRows),
    totalConnections: () => count('connections', {}),
    duplicateAlerts: () => count('duplicates', { status: 'open' }),
    openTickets: () => count('tickets', { status: 'new' }),
    overdueTickets: () => count('tickets', { status: 'new', dueAt: { $lt: now() } }),
    openAlerts: () => count('alerts', { status: 'open' }),
    /** product.md §6: lesson sessions in progress now. */
    activeSessions: () => count('lessons', lessonsAt(now())),
  }
}

export type Counters = ReturnType<typeof createCounters>
