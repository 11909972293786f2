import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { rowsOf, type Section, writeExport } from '@darsi/kit/http/data-export.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import type { AlertStore } from '../alerts/alert-store.ts'
import { newAuditAction } from '../audit/audit-action.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { NewsletterStore } from '../newsletter/newsletter-store.ts'
import { type TicketStore, ticketsOf } from '../tickets/ticket-store.ts'
import { listed, type UserRow } from '../users/user-row.ts'
import type { UserStore } from '../users/user-store.ts'

export type OwnExportDeps = {
  users: Pick<UserStore, 'byId'>
  tickets: Pick<TicketStore, 'collection'>
  subscriptions: Pick<NewsletterStore, 'collection'>
  alerts: Pick<AlertStore, 'collection'>
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
  const { tickets, subscriptions, alerts, audit } = deps
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
    ]),
    newsletter: rowsOf(subscriptions.collection, { email: row?.provenEmail ?? null }, [
      'askedAt',
      'confirmedAt',
    ]),
    // own reports only; reports about the person would show who reported
    safetyReports: rowsOf(alerts.collection, { by: userId }, ['reason', 'status', 'createdAt']),
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
