import { statisticsApi } from '@darsi/contracts/calls/admin/statistics-api.ts'
import { transparencyApi } from '@darsi/contracts/calls/admin/transparency-api.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { GatewayReports, HealthStore } from '../health/health-store.ts'
import type { DailyFigures } from '../statistics/daily-figures.ts'
import type { Statistics } from '../statistics/statistics.ts'
import type { TransparencyStore } from '../transparency/transparency-store.ts'
import type { Counters } from './counters.ts'

type StatisticDeps = {
  statistics: Statistics
  dailyFigures: Pick<DailyFigures, 'basic' | 'platform' | 'location'>
  counters: Counters
  health: Pick<HealthStore, 'read'>
  gatewayReports: GatewayReports
  transparency: Pick<TransparencyStore, 'read'>
}

export function statisticRoutes(deps: StatisticDeps): Route[] {
  const { statistics, dailyFigures, counters, health, gatewayReports, transparency } = deps
  return [
    route(statisticsApi, 'GET /admin/stats', async () => {
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
    route(statisticsApi, 'GET /superadmin/stats', async ({ at }) => {
      const [{ pendingApprovals: _, ...totals }, activeSessions, totalConnections, { state }] =
        await Promise.all([
          statistics.totals(),
          counters.activeSessions(),
          counters.totalConnections(),
          health.read(at),
        ])
      return success({ ...totals, activeSessions, totalConnections, systemHealth: state })
    }),
    route(statisticsApi, 'GET /superadmin/health', async ({ at: now }) => {
      const [services, gateway] = await Promise.all([health.read(now), gatewayReports(now)])
      return success({ ...services, gateway })
    }),
    route(statisticsApi, 'GET /statistics/basic', async () => success(await dailyFigures.basic())),
    route(statisticsApi, 'GET /statistics/platform', async () => success(await dailyFigures.platform())),
    route(statisticsApi, 'GET /statistics/location', async () => success(await dailyFigures.location())),
    route(transparencyApi, 'GET /statistics/transparency', async () => success(await transparency.read())),
  ]
}
