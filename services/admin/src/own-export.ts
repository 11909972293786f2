import { randomUUID } from 'node:crypto'
import { adminApi } from '@darsi/contracts/admin-api.ts'
import { rowsOf, type Section, writeExport } from '@darsi/kit/data-export.ts'
import { type Route, route } from '@darsi/kit/route.ts'
import type { Alerts } from './alerts/alerts.ts'
import type { AuditLog } from './audit-log.ts'
import type { NewsletterStore } from './newsletter-store.ts'
import type { TicketStore } from './ticket-store.ts'
import { listed, type UserRow } from './user-row.ts'
import type { UserStore } from './user-store.ts'

export type OwnExportDeps = {
  users: Pick<UserStore, 'byId'>
  tickets: Pick<TicketStore, 'model'>
  subscriptions: Pick<NewsletterStore, 'model'>
  alerts: Pick<Alerts, 'store'>
  audit: Pick<AuditLog, 'append' | 'model'>
}

/** What admin holds of a person. It goes first into the file, so that none is made that the log does not know. */
export function ownExportRoute(deps: OwnExportDeps): Route {
  return route(adminApi, 'GET /me/export/administration', async ({ identity, response }) => {
    const { userId } = identity
    const deed = {
      id: randomUUID(),
      action: 'user.exported' as const,
      by: userId,
      target: userId,
      detail: '',
    }
    await deps.audit.append({ ...deed, at: new Date() })
    const row = await deps.users.byId(userId)
    await writeExport(response, sectionsOf(deps, userId, row))
    return undefined
  })
}

function sectionsOf(deps: OwnExportDeps, userId: string, row: UserRow | null): Record<string, Section> {
  const { tickets, subscriptions, alerts, audit } = deps
  const email = row?.email ?? ''
  return {
    user: async () => {
      if (!row) return null
      // whoever decides is named by the office alone
      const { decision: _, assignee: _who, ...user } = listed(row)
      return user
    },
    decisions: async () => (row?.decisions ?? []).map(({ status, notes, at }) => ({ status, notes, at })),
    contactMessages: rowsOf(
      tickets.model.collection,
      email === '' ? { userId } : { $or: [{ userId }, { email }] },
      ['name', 'email', 'phone', 'subject', 'message', 'status', 'createdAt'],
    ),
    newsletter: rowsOf(subscriptions.model.collection, { email: email || null }, ['askedAt', 'confirmedAt']),
    // one's own reports; those about oneself would show who reported
    safetyReports: rowsOf(alerts.store.model.collection, { by: userId }, ['reason', 'status', 'createdAt']),
    log: rowsOf(audit.model.collection, { $or: [{ by: userId }, { target: userId }] }, [
      'action',
      'detail',
      'at',
    ]),
  }
}
