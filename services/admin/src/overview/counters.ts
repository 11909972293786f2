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

type Reviewed = {
  users: Pick<UserStore, 'waiting'>
  careChanges: Pick<CareChangeStore, 'collection'>
  connections: Pick<ConnectionStore, 'collection'>
  upgrades: Pick<UpgradeStore, 'collection'>
}
type Open = {
  alerts: Pick<AlertStore, 'collection'>
  duplicates: Pick<DuplicateStore, 'collection'>
  lessons: Pick<LessonStore, 'collection'>
  tickets: Pick<TicketStore, 'collection'>
}

export function createReviewCounters(
  { users, careChanges, connections, upgrades }: Reviewed,
  now: () => Date,
) {
  return {
    pendingConnections: () => connections.collection.countDocuments(pendingRows),
    /** What else waits for an administrator beside the connections. */
    pendingReviews: async () => {
      const [pendingCareChanges, pendingUpgrades, { proofs, cards }] = await Promise.all([
        careChanges.collection.countDocuments(waitingChanges),
        upgrades.collection.countDocuments(openUpgrades),
        users.waiting(),
      ])
      return { pendingCareChanges, pendingProofs: proofs, pendingUpgrades, pendingCards: cards }
    },
    totalConnections: () => connections.collection.countDocuments(),
    overdueConnections: () =>
      connections.collection.countDocuments({
        ...pendingRows,
        requestedAt: { $lt: new Date(now().getTime() - requestReminderMs) },
      }),
  }
}

export function createOpenCounters({ alerts, duplicates, lessons, tickets }: Open, now: () => Date) {
  return {
    duplicateAlerts: () => duplicates.collection.countDocuments({ status: 'open' }),
    openTickets: () => tickets.collection.countDocuments({ status: 'new' }),
    overdueTickets: () => tickets.collection.countDocuments({ status: 'new', dueAt: { $lt: now() } }),
    /** Without alerts of low severity, which inform a family and have no deadline. */
    overdueAlerts: () =>
      alerts.collection.countDocuments({
        status: 'open',
        severity: { $ne: 'low' },
        $or: [{ answeredAt: null, dueAt: { $lt: now() } }, { investigateBy: { $lt: now() } }],
      }),
    openAlerts: () => alerts.collection.countDocuments({ status: 'open' }),
    /** product.md §6: lesson sessions in progress now. */
    activeSessions: () => lessons.collection.countDocuments(lessonsAt(now())),
  }
}

export type Counters = ReturnType<typeof createReviewCounters> & ReturnType<typeof createOpenCounters>
