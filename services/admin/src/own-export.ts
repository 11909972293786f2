import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { rowsOf, type Section, writeExport } from '@darsi/kit/http/data-export.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import type { AlertStore } from './alerts/alert-store.ts'
import { reportTextOf } from './alerts/report-text.ts'
import { newAuditAction } from './audit/audit-action.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { CareChangeStore } from './care/care-change-store.ts'
import type { UpgradeStore } from './connections/upgrade-store.ts'
import type { SubscriptionStore } from './newsletter/subscription-store.ts'
import { type TicketStore, ticketsOf } from './tickets/ticket-store.ts'
import { listed, type UserRow } from './users/user-row.ts'
import type { UserStore } from './users/user-store.ts'

export type OwnExportDeps = {
  users: Pick<UserStore, 'byId'>
  tickets: Pick<TicketStore, 'collection'>
  subscriptions: Pick<SubscriptionStore, 'collection'>
  alerts: Pick<AlertStore, 'collection'>
  alertSealer: Pick<Sealer, 'unseal'>
  upgrades: Pick<UpgradeStore, 'collection'>
  careChanges: Pick<CareChangeStore, 'collection'>
  audit: Pick<AuditLog, 'append' | 'collection'>
}

/** What admin holds about a person. The audit log records the export first, so that none is made without an entry. */
export function ownExportRoute(deps: OwnExportDeps): Route {
  return route(adminApi, 'GET /me/export/administration', async ({ identity, response, at }) => {
    const { userId } = identity
    await deps.audit.append(newAuditAction('user.exported', userId, userId, at))
    const row = await deps.users.byId(userId)
    await writeExport(response, sectionsOf(deps, userId, row))
    return undefined
  })
}

function sectionsOf(deps: OwnExportDeps, userId: string, row: UserRow | null): Record<string, Section> {
  const { tickets, subscriptions, upgrades, careChanges, audit } = deps
  return {
    user: async () => {
      if (!row) return null
      // administrators are not named to the person
      const { decision: _, assignee: _who, ...user } = listed(row)
      return user
    },
    decisions: async () => (row?.decisions ?? []).map(({ status, notes, at }) => ({ status, notes, at })),
    endedSessions: async () => (row?.sessionsEnded ?? []).map(({ reason, at }) => ({ reason, at })),
    contactMessages: rowsOf(tickets.collection, ticketsOf(userId, row?.provenEmail), [
      'name',
      'email',
      'phone',
      'subject',
      'message',
      'status',
      'createdAt',
      'answers.text',
      'answers.at',
    ]),
    newsletter: rowsOf(subscriptions.collection, { email: row?.provenEmail ?? null }, [
      'askedAt',
      'confirmedAt',
    ]),
    safetyReports: () => reportsBy(deps, userId),
    upgradeRequests: rowsOf(upgrades.collection, { _id: userId, requestedAt: { $exists: true } }, [
      'reason',
      'status',
      'requestedAt',
      'review.notes',
      'review.at',
    ]),
    careChanges: rowsOf(careChanges.collection, { by: userId }, ['kind', 'status', 'from', 'to', 'askedAt']),
    // without reports about the person: an entry would show that one exists
    log: rowsOf(
      audit.collection,
      {
        $or: [
          { by: userId },
          { target: userId, action: { $nin: ['safety.reported', 'classroom.reported'] } },
        ],
      },
      ['action', 'detail', 'at'],
    ),
  }
}

/** Own reports only: reports about the person would show who reported. The quoted message is another person's. */
async function* reportsBy({ alerts, alertSealer }: OwnExportDeps, userId: string) {
  for await (const alert of alerts.collection.find({ by: userId })) {
    const { _id: id, reason, status, createdAt } = alert
    yield { id, reason, status, createdAt, text: reportTextOf(alertSealer, alert).text }
  }
}
