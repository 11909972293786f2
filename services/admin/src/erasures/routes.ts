import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { ErasureQueries } from './erasure-queries.ts'

export type ErasureDeps = { erasureQueries: Pick<ErasureQueries, 'progress'> }

/** The progress of the erasures, for the super-admin. */
export function erasureRoutes({ erasureQueries }: ErasureDeps): Route[] {
  return [
    route(adminApi, 'GET /superadmin/erasures', async ({ at }) => success(await erasureQueries.progress(at))),
  ]
}
