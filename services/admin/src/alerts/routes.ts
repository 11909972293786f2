import { safetyApi } from '@darsi/contracts/calls/admin/safety-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { recipientOf } from '../people/user-row.ts'
import type { UserStore } from '../users/user-store.ts'
import { type Alert, answer, type Moved, resolve } from './alert.ts'
import type { AlertQueries } from './alert-queries.ts'
import type { AlertStore } from './alert-store.ts'
import { type ListDeps, listedAlerts } from './listed-alert.ts'
import { type ReportDeps, report } from './report.ts'
import { adultsOf, type RecordDeps, safetyRecords } from './safety-records.ts'
import { pauseConnection, type StepDeps, writeTo } from './take-step.ts'

export type AlertDeps = ListDeps &
  StepDeps & {
    alerts: Pick<AlertStore, 'update'>
    alertQueries: AlertQueries
    users: Pick<UserStore, 'byId' | 'formerAdministrators'>
  }

export const reportRoutes = (deps: ReportDeps): Route[] => [
  route(safetyApi, 'POST /safety/reports', async ({ body, identity, at, request }) => {
    await report(deps, body, { by: identity, at, idempotencyKey: request.get('idempotency-key') })
    return succeeded()
  }),
]

export const recordRoutes = (deps: RecordDeps): Route[] => [
  route(safetyApi, 'GET /admin/safety-records', async ({ query: { userId, connectionId }, at }) => {
    const ids = connectionId === undefined ? [] : await adultsOf(deps, connectionId)
    return success(await safetyRecords(deps, [...ids, ...(userId === undefined ? [] : [userId])], at))
  }),
]

export function alertRoutes(deps: AlertDeps): Route[] {
  const page = async (query: Parameters<AlertQueries['page']>[0], caller: Identity) => {
    const { rows, total, nextCursor } = await deps.alertQueries.page(query)
    return { success: true as const, data: await listedAlerts(deps, rows, caller), nextCursor, total }
  }
  const single = async (alert: Alert, caller: Identity) => {
    const [listed] = await listedAlerts(deps, [alert], caller)
    if (!listed) throw new Error('an alert was changed and is missing')
    return success(listed)
  }
  const resolveAs = async (id: string, by: Identity, told: { note: string; at: Date }) =>
    single(await update(deps, id, (alert) => resolve(alert, { by, ...told })), by)
  return [
    route(safetyApi, 'GET /admin/alerts', ({ query: { takenBy, ...query }, identity }) =>
      page({ ...query, ...(takenBy === 'me' && { answeredBy: identity.userId }) }, identity),
    ),
    route(safetyApi, 'POST /admin/alerts/:id/answer', async ({ params, identity, at }) =>
      single(await takeUp(deps, params.id, { by: identity.userId, at }), identity),
    ),
    route(safetyApi, 'POST /admin/alerts/:id/resolve', ({ params, body, identity, at }) =>
      resolveAs(params.id, identity, { note: body.note, at }),
    ),
    route(safetyApi, 'POST /admin/alerts/:id/pause', async ({ params, body, identity, at }) =>
      single(await pauseConnection(deps, params.id, { ...body, by: identity.userId, at }), identity),
    ),
    route(safetyApi, 'POST /admin/alerts/:id/messages', async ({ params, body, identity, at }) =>
      single(await writeTo(deps, params.id, { ...body, by: identity.userId, at }), identity),
    ),
    route(safetyApi, 'GET /safety/alerts', ({ query, identity }) =>
      page({ ...query, guardianId: identity.userId }, identity),
    ),
    route(safetyApi, 'POST /safety/alerts/:id/resolve', ({ params, body, identity, at }) =>
      resolveAs(params.id, identity, { note: body.note, at }),
    ),
  ]
}

/** @throws problem `not-found`, `alert-resolved`, or `alert-taken` with the name of the administrator who has taken it up */
async function takeUp(deps: AlertDeps, id: string, { by, at }: { by: string; at: Date }): Promise<Alert> {
  const { users, alertQueries } = deps
  const before = await alertQueries.byId(id)
  const row = before?.by ? await users.byId(before.by) : null
  const former = await users.formerAdministrators(before?.answeredBy ? [before.answeredBy] : [])
  const taken = { by, reporter: row && recipientOf(row), at, former }
  const alert = await update(deps, id, (found) => answer(found, taken))
  const { answeredBy } = alert
  const holder = answeredBy && answeredBy !== by ? await users.byId(answeredBy) : null
  if (holder) throw problem('alert-taken', { params: { name: holder.fullName } })
  return alert
}

/** @throws problem `not-found` */
async function update(
  { alerts, alertQueries }: AlertDeps,
  id: string,
  decide: (alert: Alert) => Moved | null,
): Promise<Alert> {
  const alert = (await alerts.update(id, decide)) ?? (await alertQueries.byId(id))
  if (!alert) throw problem('not-found')
  return alert
}
