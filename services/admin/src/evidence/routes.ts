import { evidenceApi } from '@darsi/contracts/calls/admin/evidence-api.ts'
import { safetyApi } from '@darsi/contracts/calls/admin/safety-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { AlertQueries } from '../alerts/alert-queries.ts'
import { everybody } from '../alerts/evidence.ts'
import type { EvidenceRow, EvidenceStore } from '../alerts/evidence-store.ts'
import { newAuditAction } from '../audit/audit-action.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { UserStore } from '../users/user-store.ts'

export type EvidenceDeps = {
  evidence: EvidenceStore
  audit: Pick<AuditLog, 'append'>
  users: Pick<UserStore, 'names'>
  alertQueries: Pick<AlertQueries, 'byId'>
}

/** Of the messages beside a lesson, those of this long before the report are shown with its board. */
const lessonMessagesMs = 60_000

export function evidenceRoutes({ evidence, audit, users, alertQueries }: EvidenceDeps): Route[] {
  return [
    route(evidenceApi, 'GET /superadmin/evidence', async ({ query }) => {
      const { rows, ...rest } = await evidence.page(query)
      const names = await users.names(rows.flatMap(({ userIds }) => userIds))
      return { success: true as const, data: rows.map((row) => listed(row, names)), ...rest }
    }),
    route(evidenceApi, 'POST /superadmin/evidence/:id/view', async ({ params, body, identity, at }) => {
      const reason = body.reason.trim()
      if (reason === '') throw problem('reason-required')
      const found = await evidence.byId(params.id)
      if (!found) throw problem('not-found')
      const by = identity.userId
      // recorded first, so that no evidence is shown without an audit entry
      await audit.append(newAuditAction('evidence.viewed', by, params.id, at))
      await evidence.view(params.id, by, reason, at)
      const { kept, copy, views } = evidence.openedOf(found)
      const names = await users.names([...found.userIds, ...views.map((view) => view.by)])
      return success({
        ...listed(found, names),
        ...kept.told,
        people: everybody(kept.people, copy.people),
        messages: copy.messages,
        omitted: copy.omitted ?? null,
        viewed: views.map((view) => ({
          ...view,
          byName: names.get(view.by) ?? '',
          at: view.at.toISOString(),
        })),
      })
    }),
    route(safetyApi, 'POST /admin/alerts/:id/lesson-messages', async ({ params, identity, at: viewedAt }) => {
      const alert = await alertQueries.byId(params.id)
      const found = alert?.fromClassroom ? await evidence.byId(params.id) : null
      // of an erased account only super-admins read evidence, with a reason
      if (!alert || !found || alert.sealed === '') throw problem('not-found')
      if (alert.status !== 'open') throw problem('alert-resolved')
      await audit.append(newAuditAction('evidence.viewed', identity.userId, params.id, viewedAt))
      const until = alert.createdAt.getTime()
      const { messages } = evidence.openedOf(found).copy
      return success({
        copied: Boolean(found.copy),
        messages: messages
          .filter(({ field }) => field === 'message')
          .filter(({ at }) => Date.parse(at) >= until - lessonMessagesMs && Date.parse(at) <= until)
          .map(({ by, at, text, held }) => ({ by, at, text, held })),
      })
    }),
  ]
}

function listed(row: EvidenceRow, names: ReadonlyMap<string, string>) {
  const { _id: id, reason, severity, userIds, openedAt, expiresAt, views } = row
  return {
    ...{ id, reason, severity, userIds },
    names: userIds.map((userId) => names.get(userId) ?? ''),
    openedAt: openedAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    views: views?.length ?? 0,
  }
}
