import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { Erasures } from './erasure-commands.ts'
import type { ErasureQueries } from './erasure-queries.ts'

export type ErasureDeps = {
  erasures: Pick<Erasures, 'request'>
  erasureQueries: Pick<ErasureQueries, 'progress'>
}

export function erasureRoutes({ erasures, erasureQueries }: ErasureDeps): Route[] {
  return [
    route(adminApi, 'DELETE /admin/users/:id', async ({ params, identity, language }) => {
      await erasures.request(params.id, identity)
      return succeeded(messageText('user-deletion-started', language))
    }),
    route(adminApi, 'GET /superadmin/erasures', async ({ at }) => success(await erasureQueries.progress(at))),
  ]
}
