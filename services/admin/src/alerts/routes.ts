import { type Alert as AlertAnswer, safetyApi } from '@darsi/contracts/safety-api.ts'
import type { Identity } from '@darsi/kit/identity.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import { type Alert, mayResolve } from './alert.ts'
import type { Alerts } from './alerts.ts'
import { type ConcernedDeps, concernedBy } from './concerned.ts'

export type AlertDeps = ConcernedDeps & { alerts: Alerts }

export function alertRoutes({ alerts, ...deps }: AlertDeps): Route[] {
  const answers = async (rows: readonly Alert[], caller: Identity): Promise<AlertAnswer[]> => {
    const ids = rows.flatMap(({ by, aboutUserId, answeredBy, resolvedBy }) => [
      by,
      aboutUserId,
      answeredBy,
      resolvedBy,
    ])
    const names = await deps.users.names(ids.filter((id) => id !== null))
    const someone = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' })
    const concerned = caller.role === 'parent' ? () => null : await concernedBy(deps, rows)
    return rows.map((alert) => ({
      id: alert._id,
      reason: alert.reason,
      severity: alert.severity,
      status: alert.status,
      minor: alert.minor,
      about: someone(alert.aboutUserId),
      // whoever told of a child's guardian or teacher is known to the administrators alone
      by: caller.role === 'parent' && alert.by !== caller.userId ? null : someone(alert.by),
      ...alerts.toldIn(alert),
      connectionId: alert.connectionId,
      threadId: alert.threadId,
      sessionId: alert.sessionId,
      childId: alert.childId,
      concerned: concerned(alert),
      createdAt: alert.createdAt.toISOString(),
      dueAt: alert.dueAt.toISOString(),
      investigateBy: alert.investigateBy.toISOString(),
      answeredAt: alert.answeredAt?.toISOString() ?? null,
      answeredBy: someone(alert.answeredBy ?? null),
      governorateId: alert.governorateId ?? null,
      resolvedAt: alert.resolvedAt?.toISOString() ?? null,
      resolvedBy: someone(alert.resolvedBy),
      note: alert.note,
      mayResolve: mayResolve(alert, caller),
    }))
  }
  const listed = async (query: Parameters<Alerts['store']['page']>[0], caller: Identity) => {
    const { rows, total, nextCursor } = await alerts.store.page(query)
    return { success: true as const, data: await answers(rows, caller), nextCursor, total }
  }
  const single = async (alert: Alert, caller: Identity) => {
    const [shown] = await answers([alert], caller)
    if (!shown) throw new Error('an alert was changed and is not there')
    return success(shown)
  }
  return [
    route(safetyApi, 'GET /admin/alerts', ({ query, identity }) => listed(query, identity)),
    route(safetyApi, 'POST /admin/alerts/:id/answer', async ({ params, identity }) =>
      single(await alerts.answer(params.id, identity), identity),
    ),
    route(safetyApi, 'POST /admin/alerts/:id/resolve', async ({ params, body, identity }) =>
      single(await alerts.resolve(params.id, identity, body.note), identity),
    ),
    route(safetyApi, 'GET /safety/alerts', ({ query, identity }) =>
      listed({ ...query, guardianId: identity.userId }, identity),
    ),
    route(safetyApi, 'POST /safety/alerts/:id/resolve', async ({ params, body, identity }) =>
      single(await alerts.resolve(params.id, identity, body.note), identity),
    ),
    route(safetyApi, 'POST /safety/reports', async ({ body, identity }) => {
      await alerts.report(body, identity)
      return succeeded()
    }),
  ]
}
