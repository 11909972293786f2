import { analyticsApi } from '@darsi/contracts/analytics-api.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import type { AnalyticsReader } from './analytics.ts'

export type AnalyticsDeps = { analytics: AnalyticsReader }

export function analyticsRoutes({ analytics }: AnalyticsDeps): Route[] {
  return [
    route(analyticsApi, 'GET /admin/analytics', async () => success(await analytics.figures())),
    route(analyticsApi, 'GET /admin/analytics/charts', async ({ query }) =>
      success(await analytics.charts(query.span, query.governorate ?? null)),
    ),
  ]
}
