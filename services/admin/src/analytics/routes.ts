import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { analyticsApi } from '@darsi/contracts/calls/admin/analytics-api.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { AnalyticsReader } from './analytics.ts'
import type { LessonStore } from './lesson-store.ts'
import { writeLessonsCsv } from './lessons-csv.ts'

export type AnalyticsDeps = {
  analytics: AnalyticsReader
  lessons: LessonStore
}

export function analyticsRoutes({ analytics, lessons }: AnalyticsDeps): Route[] {
  return [
    route(analyticsApi, 'GET /admin/analytics', async () => success(await analytics.figures())),
    route(analyticsApi, 'GET /admin/analytics/charts', async ({ query }) =>
      success(await analytics.charts(query.span, query.governorate ?? null)),
    ),
    route(analyticsApi, 'GET /superadmin/analytics/report', async ({ query }) =>
      success(await analytics.report(query)),
    ),
    route(adminApi, 'GET /superadmin/exports/sessions.csv', async ({ response, language, at }) => {
      await writeLessonsCsv(lessons, response, { at, language })
      return undefined
    }),
  ]
}
