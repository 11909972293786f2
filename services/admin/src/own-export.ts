import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { rowsOf, type Section, writeExport } from '@darsi/kit/http/data-export.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import { reportTextOf } from './alerts/report-text.ts'
import { newAuditAction } from './audit/audit-action.ts'
import type { Parts } from './parts.ts'
import { listed, type UserRow } from './people/user-row.ts'
import { ticketsOf } from './tickets/ticket-store.ts'

/** What admin holds about a person. The audit log records the export first, so that none is made without an entry. */
export function ownExportRoute(parts: Parts): Route {
  return route(adminApi, 'GET /me/export/administration', async ({ identity, response, at }) => {
    const { userId } = identity
    await parts.audit.append(newAuditAction('user.exported', userId, userId, at))
    const row = await parts.users.byId(userId)
    await writeExport(response, sectionsOf(parts, userId, row))
    return undefined
  })
}

function sectionsOf(parts: Parts, userId: string, row: UserRow | null): Record<string, Section> {
  const { tickets, subscriptions, upgrades, careChanges, audit } = parts
  return {
    user: async () => {
      if (!row) return null
      // administrators are not named to the person
      const { decision: _, assignee: _who, ...user } = listed(row)
      return user
    },
    decisions: async () => (row?.decisions ?? []).map(({ status, notes, at }) => ({ status, notes, at })),
    endedSessions: async () => (row?.sessionsEnded ?? []).map(({ reason, at }) => ({ reason, at })),
    contactMessages: rowsOf(tickets.collection, ticketsOf(userId, row?.provenEmail ?? undefined), [
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
    safetyReports: () => reportsBy(parts, userId),
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
async function* reportsBy({ alerts, alertSealer }: Parts, userId: string) {
  for await (const alert of alerts.collection.find({ by: userId })) {
    const { _id: id, reason, status, createdAt } = alert
    yield { id, reason, status, createdAt, text: reportTextOf(alertSealer, alert).text }
  }
}
