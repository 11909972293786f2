import { adminConnectionsApi, type ListedUpgrade } from '@darsi/contracts/admin-connections-api.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import type { UserStore } from '../user-store.ts'
import { type ConnectionRow, listedConnection, statusAfter, statusOf } from './connection-row.ts'
import type { ConnectionStore } from './connection-store.ts'
import type { UpgradeRow, UpgradeStore } from './upgrade-store.ts'

export type ConnectionDeps = {
  connections: ConnectionStore
  upgrades: UpgradeStore
  users: UserStore
  outbox: Outbox
}

export function connectionRoutes({ connections, upgrades, users, outbox }: ConnectionDeps): Route[] {
  const namesFor = (rows: readonly ConnectionRow[]) =>
    users.names(rows.flatMap(({ studentId, review }) => (review ? [studentId, review.by] : [studentId])))
  const listedUpgrades = async (rows: readonly UpgradeRow[]): Promise<ListedUpgrade[]> => {
    const names = await users.names(rows.flatMap(({ review }) => review?.by ?? []))
    const used = await connections.openOf(rows.map(({ _id }) => _id))
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

  return [
    route(adminConnectionsApi, 'GET /admin/connections', async ({ query }) => {
      const { rows, ...counts } = await connections.page(query)
      const names = await namesFor(rows)
      const data = rows.map((row) => listedConnection(row, names))
      return { success: true as const, data, ...counts }
    }),
    route(adminConnectionsApi, 'PUT /admin/connections/:id', async ({ params, body, identity }) => {
      const { status: decision, notes } = body
      const by = identity.userId
      const at = new Date()
      const row = await outbox.update(connections.model, params.id, (found) => {
        if (statusOf(found) !== 'pending' || found.review) throw problem('connection-state')
        const shown = statusAfter(found, decision)
        return {
          update: {
            $set: {
              review: { decision, notes, by, at, shown },
              pressing: shown === 'pending' ? 0 : -1,
            },
          },
          event: {
            type: 'connection.reviewed',
            data: { connectionId: params.id, decision, by, at: at.toISOString() },
            personal: { notes },
          },
        }
      })
      if (!row) throw problem('not-found')
      return success(listedConnection(row, await namesFor([row])))
    }),
    route(adminConnectionsApi, 'GET /admin/upgrades', async ({ query }) => {
      const { rows, ...counts } = await upgrades.page(query)
      return { success: true as const, data: await listedUpgrades(rows), ...counts }
    }),
    route(adminConnectionsApi, 'PUT /admin/upgrades/:id', async ({ params, body, identity }) => {
      const { status, notes } = body
      const by = identity.userId
      const at = new Date()
      const row = await outbox.update(upgrades.model, params.id, (found) => {
        if (!found.requestedAt) throw problem('not-found')
        if (found.status !== 'open') throw problem('upgrade-decided')
        const { teacherName: fullName, email, language, requestedAt } = found
        return {
          update: { $set: { status, review: { notes, by, at } } },
          event: {
            type: 'upgrade.reviewed',
            data: {
              teacherId: params.id,
              decision: status,
              by,
              requestedAt: requestedAt.toISOString(),
              at: at.toISOString(),
            },
            personal: { fullName, email, language, notes },
          },
        }
      })
      const [listed] = row ? await listedUpgrades([row]) : []
      if (!listed) throw problem('not-found')
      return success(listed)
    }),
  ]
}
