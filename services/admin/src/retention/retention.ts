import {
  closedConnectionStatuses,
  openConnectionStatuses,
} from '@darsi/contracts/calls/users/connections-api.ts'
import { confirmingRoles } from '@darsi/contracts/reference/roles.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { removedBefore } from '@darsi/contracts/rules/retention.ts'
import type { Collection, Filter } from '@darsi/kit/mongo/collection.ts'
import { type Removals, removeAll } from '@darsi/kit/mongo/retention.ts'
import type { AlertStore } from '../alerts/alert-store.ts'
import type { EvidenceStore } from '../alerts/evidence-store.ts'
import type { LessonStore } from '../analytics/lesson-store.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { GuardianshipStore } from '../care/guardianship-store.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { Erasures } from '../erasures/erasure-commands.ts'
import type { SubscriptionStore } from '../newsletter/subscription-store.ts'
import { type UserRow, visible } from '../people/user-row.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'
import type { UserStore } from '../users/user-store.ts'
import { inactivity, isRejectionOver, warnedBefore, warnInactive } from './overstay.ts'

type Accounts = {
  users: Pick<UserStore, 'collection' | 'update'>
  alerts: Pick<AlertStore, 'collection'>
  lessons: Pick<LessonStore, 'collection'>
  connections: Pick<ConnectionStore, 'collection'>
  guardianships: Pick<GuardianshipStore, 'linkedTo'>
}
type Rows = {
  alerts: Pick<AlertStore, 'collection'>
  connections: Pick<ConnectionStore, 'collection'>
  tickets: Pick<TicketStore, 'collection'>
  subscriptions: Pick<SubscriptionStore, 'collection'>
  evidence: Pick<EvidenceStore, 'collection'>
}

/** This service's jobs of the retention table. */
export const createRetention = (
  stores: Accounts & Rows,
  {
    erasures,
    audit,
  }: { erasures: Pick<Erasures, 'requestRetained'>; audit: Pick<AuditLog, 'removeWordsBefore'> },
): Removals<'admin'> => ({
  ...accountRemovals(stores, erasures),
  ...rowRemovals(stores),
  'searched-words': (now) => audit.removeWordsBefore(removedBefore('searched-words', now)),
})

function accountRemovals(stores: Accounts, erasures: Pick<Erasures, 'requestRetained'>) {
  const { users } = stores
  const holds = createHolds(stores)
  const warn = (userId: string, now: Date) => users.update(userId, (row) => warnInactive(row, now))
  return {
    'rejected-accounts': async (now: Date) => {
      let count = 0
      const isDue = (row: UserRow) => isRejectionOver(row, now)
      const rejected = { status: 'suspended' as const, approvedAt: null, role: { $nin: confirmingRoles } }
      for await (const row of rowsOf(users, rejected)) {
        if (!isDue(row) || (await holds.isEvidence(row._id))) continue
        await erasures.requestRetained(row._id, 'rejected', isDue)
        count++
      }
      return count
    },
    'inactive-accounts': async (now: Date) => {
      let count = 0
      const before = { $lte: warnedBefore(now) }
      for await (const row of rowsOf(users, { lastLoginAt: before, createdAt: before })) {
        const due = inactivity(row, now)
        if (!due || (await holds.isEvidence(row._id)) || (await holds.isInUse(row._id, now))) continue
        if (due === 'warn') {
          await warn(row._id, now)
          continue
        }
        await erasures.requestRetained(row._id, 'inactive', (found) => inactivity(found, now) === 'erase')
        count++
      }
      return count
    },
  }
}

function rowRemovals({ alerts, connections, tickets, subscriptions, evidence }: Rows) {
  const heldConnections = async (): Promise<unknown[]> =>
    alerts.collection.distinct('connectionId', { status: 'open' })

  /** An alert is kept as long as its evidence, whose period the operator sets. */
  const keptEvidence = async (now: Date): Promise<unknown[]> =>
    evidence.collection.distinct('_id', { openedAt: { $lte: removedBefore('alerts', now) } })

  return {
    tickets: (now: Date) =>
      removeAll(tickets.collection, { createdAt: { $lte: removedBefore('tickets', now) } }),
    'unconfirmed-subscriptions': (now: Date) =>
      removeAll(subscriptions.collection, {
        confirmedAt: null,
        askedAt: { $lte: removedBefore('unconfirmed-subscriptions', now) },
      }),
    'closed-requests': async (now: Date) =>
      removeAll(connections.collection, {
        status: { $in: closedConnectionStatuses },
        decidedAt: { $lte: removedBefore('closed-requests', now) },
        // a pause that waits for a decision is listed here
        stoppedAt: null,
        _id: { $nin: await heldConnections() },
      }),
    // `expiresAt` was set when the alert was resolved
    evidence: async (now: Date) =>
      (await removeAll(evidence.collection, { expiresAt: { $lte: now } })) +
      (await removeUnraised({ alerts, evidence }, now)),
    alerts: async (now: Date) =>
      removeAll(alerts.collection, {
        status: 'resolved',
        resolvedAt: { $lte: removedBefore('alerts', now) },
        // kept while its last event is not sent
        outboxAt: null,
        _id: { $nin: await keptEvidence(now) },
      }),
  }
}

/** Longer than the topics keep events: until then a repeated event raises the alert of its evidence. */
const unraisedMs = 8 * dayMs

/** The process died between the evidence and its alert. A new report has a new id, so no resolution sets an end. */
async function removeUnraised(
  { evidence, alerts }: Pick<Rows, 'evidence' | 'alerts'>,
  now: Date,
): Promise<number> {
  const open = { expiresAt: null, openedAt: { $lte: new Date(now.getTime() - unraisedMs) } }
  const ids = await evidence.collection.distinct('_id', open)
  const raised = new Set(await alerts.collection.distinct('_id', { _id: { $in: ids } }))
  return removeAll(evidence.collection, { ...open, _id: { $in: ids.filter((id) => !raised.has(id)) } })
}

/** Reasons to keep an account although its period is over. */
function createHolds({ alerts, lessons, connections, guardianships, users }: Accounts) {
  const isThere = async <T extends { _id: string }>(rows: Collection<T>, filter: object): Promise<boolean> =>
    (await rows.findOne(filter, { projection: { _id: 1 } })) !== null

  return {
    /** An open alert concerns the account. */
    isEvidence: (userId: string): Promise<boolean> => {
      const concerned = [{ by: userId }, { aboutUserId: userId }, { guardianIds: userId }]
      return isThere(alerts.collection, { status: 'open', $or: concerned })
    },

    /**
     * A lesson is booked, or a linked account is in use: the other party of an open connection, a guardian, or a minor
     * whose guardian the owner is, who would lose the guardian.
     */
    isInUse: async (userId: string, now: Date): Promise<boolean> => {
      const own = { $or: [{ teacherId: userId }, { learnerId: userId }] }
      if (
        await isThere(lessons.collection, { ...own, startsAt: { $gte: now }, status: { $ne: 'cancelled' } })
      )
        return true
      const party = { $or: [{ teacherId: userId }, { studentId: userId }, { guardianIds: userId }] }
      const open = { ...party, status: { $in: openConnectionStatuses } }
      const found = await connections.collection.find(open, { limit: 100 }).toArray()
      const parties = found
        .flatMap(({ teacherId, studentId, guardianIds }) => [teacherId, studentId, ...(guardianIds ?? [])])
        .filter((id) => id && id !== userId)
      const others = [...parties, ...(await guardianships.linkedTo(userId))]
      const since = removedBefore('inactive-accounts', now)
      return isThere(users.collection, { _id: { $in: others }, lastLoginAt: { $gt: since } })
    },
  }
}

/** Visible rows, by one cursor: of pages sorted by id, each would read all rows when the filter uses another index. */
const rowsOf = (users: Pick<UserStore, 'collection'>, filter: Filter<UserRow>) =>
  users.collection.find({ ...visible, ...filter }, { batchSize: 200 })
