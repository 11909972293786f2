import { adminApi } from '@darsi/contracts/admin-api.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import type { Counters } from './counters.ts'
import type { HealthStore } from './health/health-store.ts'
import type { Statistics } from './statistics.ts'

export type StatisticDeps = { statistics: Statistics; counters: Counters; health: Pick<HealthStore, 'read'> }

export function statisticRoutes({ statistics, counters, health }: StatisticDeps): Route[] {
  return [
    route(adminApi, 'GET /admin/stats', async () => {
      const [totals, governoratesCovered, openTickets, openAlerts] = await Promise.all([
        statistics.totals(),
        statistics.governoratesCovered(),
        counters.openTickets(),
        counters.openAlerts(),
      ])
      const [pendingConnections, duplicateAlerts, activeSessions, overdueTickets] = await Promise.all([
        counters.pendingConnections(),
        counters.duplicateAlerts(),
        counters.activeSessions(),
        counters.overdueTickets(),
      ])
      const { totalUsers, totalStudents, totalTeachers, totalParents, verifiedUsers } = totals
      return success({
        totalUsers,
        usersByRole: {
          student: { total: totalStudents },
          teacher: { total: totalTeachers },
          parent: { total: totalParents },
        },
        activeSessions,
        governoratesCovered,
        pendingApprovals: totals.pendingApprovals,
        pendingConnections,
        duplicateAlerts,
        totalStudents,
        totalTeachers,
        totalParents,
        verifiedUsers,
        openTickets,
        overdueTickets,
        openAlerts,
      })
    }),
    route(adminApi, 'GET /superadmin/stats', async () => {
      const [{ pendingApprovals: _, ...totals }, activeSessions, totalConnections, { state }] =
        await Promise.all([
          statistics.totals(),
          counters.activeSessions(),
          counters.totalConnections(),
          health.read(new Date()),
        ])
      return success({ ...totals, activeSessions, totalConnections, systemHealth: state })
    }),
    route(adminApi, 'GET /superadmin/health', async () => success(await health.read(new Date()))),
    route(adminApi, 'GET /statistics/basic', async () => success(await statistics.basic())),
    route(adminApi, 'GET /statistics/platform', async () => success(await statistics.platform())),
    route(adminApi, 'GET /statistics/location', async () => success(await statistics.location())),
  ]
}
