import {
  adminConnectionsApi,
  type ListedUpgrade,
} from '@darsi/contracts/calls/admin/admin-connections-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { UserStore } from '../users/user-store.ts'
import type { ConnectionQueries } from './connection-queries.ts'
import { type ConnectionRow, listedConnection } from './connection-row.ts'
import type { ConnectionStore } from './connection-store.ts'
import { reviewConnection } from './review.ts'
import { reviewUpgrade, type UpgradeRow } from './upgrade.ts'
import type { UpgradeStore } from './upgrade-store.ts'

export type ConnectionDeps = {
  connections: Pick<ConnectionStore, 'update'>
  connectionQueries: Pick<ConnectionQueries, 'page' | 'openOf'>
  upgrades: Pick<UpgradeStore, 'update' | 'page'>
  users: Pick<UserStore, 'names' | 'byId'>
  alertQueries: { openCounts: (rows: readonly ConnectionRow[]) => Promise<(row: ConnectionRow) => number> }
}

export function connectionRoutes(deps: ConnectionDeps): Route[] {
  const { connections, connectionQueries, upgrades, users } = deps
  return [
    route(adminConnectionsApi, 'GET /admin/connections', async ({ query }) => {
      const { rows, ...counts } = await connectionQueries.page(query)
      return { success: true as const, data: await listedConnections(deps, rows), ...counts }
    }),
    route(adminConnectionsApi, 'PUT /admin/connections/:id', async ({ params, body, identity, at }) => {
      const { status: decision, notes, stoppedAt } = body
      const seen = stoppedAt === undefined ? {} : { stoppedAt: new Date(stoppedAt) }
      const decided = { decision, notes, by: identity.userId, at, ...seen }
      const row = await connections.update(params.id, (found) => reviewConnection(found, decided))
      const [listed] = row ? await listedConnections(deps, [row]) : []
      if (!listed) throw problem('not-found')
      return success(listed)
    }),
    route(adminConnectionsApi, 'GET /admin/upgrades', async ({ query }) => {
      const { rows, ...counts } = await upgrades.page(query)
      return { success: true as const, data: await listedUpgrades(deps, rows), ...counts }
    }),
    route(adminConnectionsApi, 'PUT /admin/upgrades/:id', async ({ params, body, identity, at }) => {
      const teacher = await users.byId(params.id)
      if (!teacher) throw problem('not-found')
      const decided = { ...body, by: identity.userId, at }
      const row = await upgrades.update(params.id, (found) => reviewUpgrade(found, decided, teacher))
      const [listed] = row ? await listedUpgrades(deps, [row]) : []
      if (!listed) throw problem('not-found')
      return success(listed)
    }),
  ]
}

async function listedConnections({ users, alertQueries }: ConnectionDeps, rows: readonly ConnectionRow[]) {
  const people = rows.flatMap(({ studentId, review }) => (review ? [studentId, review.by] : [studentId]))
  const [names, openAlerts] = await Promise.all([users.names(people), alertQueries.openCounts(rows)])
  return rows.map((row) => listedConnection(row, names, openAlerts(row)))
}

async function listedUpgrades(
  { users, connectionQueries }: ConnectionDeps,
  rows: readonly UpgradeRow[],
): Promise<ListedUpgrade[]> {
  const names = await users.names(rows.flatMap(({ review }) => review?.by ?? []))
  const used = await connectionQueries.openOf(rows.map(({ _id }) => _id))
  return rows.map(({ _id, teacherName, reason, status, requestedAt, review }) => ({
    id: _id,
    teacherName,
    reason,
    status,
    requestedAt: requestedAt.toISOString(),
    used: used.get(_id) ?? 0,
    review: review && { ...review, byName: names.get(review.by) ?? '', at: review.at.toISOString() },
  }))
}
