import { adminApi } from '@darsi/contracts/admin-api.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import type { Erasures } from './erasures.ts'

export type ErasureDeps = { erasures: Erasures }

/** How far the erasures are, for the super-admin. */
export function erasureRoutes({ erasures }: ErasureDeps): Route[] {
  return [route(adminApi, 'GET /superadmin/erasures', async () => success(await erasures.progress()))]
}
