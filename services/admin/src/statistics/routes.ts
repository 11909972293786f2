import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { GatewayReports } from '../health/gateway-reports.ts'
import type { HealthStore } from '../health/health-store.ts'
import type { TransparencyStore } from '../transparency/transparency-store.ts'
import type { Counters } from './counters.ts'
import type { Statistics } from './statistics.ts'

export type StatisticDeps = {
  statistics: Statistics
  counters: Counters
  health: Pick<HealthStore, 'read'>
  gatewayReports: GatewayReports
  transparency: Pick<TransparencyStore, 'read'>
}

export function statisticRoutes(deps: StatisticDeps): Route[] {
  const { statistics, counters, health, gatewayReports, transparency } = deps
  return [
    route(adminApi, 'GET /admin/stats', async () => {
      // the first three read the list of people; asked together, they share one refresh of it
      const [totals, governoratesCovered, pendingReviews, openAlerts] = await Promise.all([
        statistics.totals(),
        statistics.governoratesCovered(),
        counters.pendingReviews(),
        counters.openAlerts(),
      ])
      const [pendingConnections, openTickets, duplicateAlerts, activeSessions] = await Promise.all([
        counters.pendingConnections(),
        counters.openTickets(),
        counters.duplicateAlerts(),
        counters.activeSessions(),
      ])
      const [overdueTickets, overdueAlerts, overdueConnections] = await Promise.all([
        counters.overdueTickets(),
        counters.overdueAlerts(),
        counters.overdueConnections(),
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
        ...pendingReviews,
        duplicateAlerts,
        totalStudents,
        totalTeachers,
        totalParents,
        verifiedUsers,
        openTickets,
        overdueTickets,
        openAlerts,
        overdueAlerts,
        overdueConnections,
      })
    }),
    route(adminApi, 'GET /superadmin/stats', async ({ at }) => {
      const [{ pendingApprovals: _, ...totals }, activeSessions, totalConnections, { state }] =
        await Promise.all([
          statistics.totals(),
          counters.activeSessions(),
          counters.totalConnections(),
          health.read(at),
        ])
      return success({ ...totals, activeSessions, totalConnections, systemHealth: state })
    }),
    route(adminApi, 'GET /superadmin/health', async ({ at: now }) => {
      const [services, gateway] = await Promise.all([health.read(now), gatewayReports(now)])
      return success({ ...services, gateway })
    }),
    route(adminApi, 'GET /statistics/basic', async () => success(await statistics.basic())),
    route(adminApi, 'GET /statistics/platform', async () => success(await statistics.platform())),
    route(adminApi, 'GET /statistics/location', async () => success(await statistics.location())),
    route(adminApi, 'GET /statistics/transparency', async () => success(await transparency.read())),
  ]
}
