import { requestReminderMs } from '@darsi/contracts/rules/requests.ts'
import type { AlertStore } from '../alerts/alert-store.ts'
import { type LessonStore, lessonsAt } from '../analytics/lesson-store.ts'
import { type CareChangeStore, waitingChanges } from '../care/care-change-store.ts'
import { pendingRows } from '../connections/connection-queries.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { openUpgrades, type UpgradeStore } from '../connections/upgrade-store.ts'
import type { DuplicateStore } from '../duplicates/duplicate-store.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'
import type { UserStore } from '../users/user-store.ts'

type Stores = {
  users: Pick<UserStore, 'waiting'>
  alerts: Pick<AlertStore, 'collection'>
  careChanges: Pick<CareChangeStore, 'collection'>
  connections: Pick<ConnectionStore, 'collection'>
  duplicates: Pick<DuplicateStore, 'collection'>
  lessons: Pick<LessonStore, 'collection'>
  tickets: Pick<TicketStore, 'collection'>
  upgrades: Pick<UpgradeStore, 'collection'>
}

/** Counts over the collections of several features, for the dashboards. */
export function createCounters(stores: Stores, now: () => Date) {
  const { alerts, connections, tickets } = stores
  return {
    pendingConnections: () => connections.collection.countDocuments(pendingRows),
    /** What else waits for an administrator beside the connections. */
    pendingReviews: async () => {
      const [pendingCareChanges, pendingUpgrades, { proofs, cards }] = await Promise.all([
        stores.careChanges.collection.countDocuments(waitingChanges),
        stores.upgrades.collection.countDocuments(openUpgrades),
        stores.users.waiting(),
      ])
      return { pendingCareChanges, pendingProofs: proofs, pendingUpgrades, pendingCards: cards }
    },
    totalConnections: () => connections.collection.countDocuments(),
    duplicateAlerts: () => stores.duplicates.collection.countDocuments({ status: 'open' }),
    openTickets: () => tickets.collection.countDocuments({ status: 'new' }),
    overdueTickets: () => tickets.collection.countDocuments({ status: 'new', dueAt: { $lt: now() } }),
    /** Without alerts of low severity, which inform a family and have no deadline. */
    overdueAlerts: () =>
      alerts.collection.countDocuments({
        status: 'open',
        severity: { $ne: 'low' },
        $or: [{ answeredAt: null, dueAt: { $lt: now() } }, { investigateBy: { $lt: now() } }],
      }),
    overdueConnections: () =>
      connections.collection.countDocuments({
        ...pendingRows,
        requestedAt: { $lt: new Date(now().getTime() - requestReminderMs) },
      }),
    openAlerts: () => alerts.collection.countDocuments({ status: 'open' }),
    /** product.md §6: lesson sessions in progress now. */
    activeSessions: () => stores.lessons.collection.countDocuments(lessonsAt(now())),
  }
}

export type Counters = ReturnType<typeof createCounters>
