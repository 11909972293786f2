import { adminApi } from '@darsi/contracts/admin-api.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import { writeUsersCsv } from './csv.ts'
import { decisionEvent } from './decision.ts'
import type { Erasures } from './erasures.ts'
import type { Statistics } from './statistics.ts'
import { listed } from './user-row.ts'
import { type UserStore, withDefaults } from './user-store.ts'

export type Deps = { users: UserStore; outbox: Outbox; statistics: Statistics; erasures: Erasures }

export function routes(deps: Deps): Route[] {
  return [...userRoutes(deps), ...statisticRoutes(deps)]
}

function userRoutes({ users, outbox, erasures }: Deps): Route[] {
  return [
    route(adminApi, 'GET /admin/users', async ({ query }) => {
      const { rows, nextCursor, total } = await users.page(query)
      return { success: true as const, data: rows.map(listed), nextCursor, total }
    }),
    route(adminApi, 'GET /admin/users/:id', async ({ params }) => {
      const row = await users.byId(params.id)
      if (!row) throw problem('not-found')
      const names = await users.names(row.decisions.map(({ by }) => by))
      const history = row.decisions.map(({ status, notes, by, at }) => ({
        status,
        notes,
        by,
        byName: names.get(by) ?? '',
        at: at.toISOString(),
      }))
      return success({ ...listed(row), history })
    }),
    route(adminApi, 'PUT /admin/users/:id/status', async ({ params, body, identity }) => {
      const { status, notes } = body
      if (!(await users.byId(params.id))) throw problem('not-found')
      const at = new Date()
      const written = await outbox.update(users.model, params.id, (row) => {
        const type = decisionEvent(row, identity.role, status, notes)
        const person = { email: row.email, fullName: row.fullName, language: row.language }
        const data = { userId: row._id, role: row.role, at: at.toISOString(), by: identity.userId }
        return {
          update: {
            $set: { status, ...(status === 'approved' && { approvedAt: at }) },
            $push: { decisions: { status, notes, by: identity.userId, at } },
          },
          event:
            type === 'user.suspended'
              ? { type, data: { ...data, previous: row.status }, personal: { ...person, reason: notes } }
              : { type, data, personal: person },
        }
      })
      const row = withDefaults(written)
      if (!row) throw problem('not-found')
      return success(listed(row))
    }),
    route(adminApi, 'DELETE /admin/users/:id', async ({ params, identity }) => {
      await erasures.request(params.id, identity)
      return succeeded()
    }),
    route(adminApi, 'GET /superadmin/exports/users.csv', async ({ response }) => {
      await writeUsersCsv(users, response, new Date())
      return undefined
    }),
  ]
}

function statisticRoutes({ statistics }: Deps): Route[] {
  return [
    route(adminApi, 'GET /admin/stats', async () => {
      const totals = await statistics.totals()
      const { totalStudents, totalTeachers, totalParents } = totals
      return success({
        totalUsers: totals.totalUsers,
        usersByRole: {
          student: { total: totalStudents },
          teacher: { total: totalTeachers },
          parent: { total: totalParents },
        },
        activeSessions: 0,
        governoratesCovered: await statistics.governoratesCovered(),
        pendingApprovals: totals.pendingApprovals,
        pendingConnections: 0,
        duplicateAlerts: 0,
        totalStudents,
        totalTeachers,
        totalParents,
        verifiedUsers: totals.verifiedUsers,
      })
    }),
    route(adminApi, 'GET /superadmin/stats', async () => {
      const { pendingApprovals: _, ...totals } = await statistics.totals()
      return success({ ...totals, activeSessions: 0, totalConnections: 0 })
    }),
    route(adminApi, 'GET /statistics/basic', async () => {
      const { totalTeachers, totalStudents, totalUsers } = await statistics.totals()
      return success({ totalTeachers, totalStudents, totalUsers })
    }),
    route(adminApi, 'GET /statistics/platform', async () => success(await statistics.platform())),
    route(adminApi, 'GET /statistics/location', async () => success(await statistics.location())),
  ]
}
