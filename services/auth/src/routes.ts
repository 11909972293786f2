import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import type { Route } from '@darsi/kit/http/route.ts'
import { accountRoutes } from './accounts/routes.ts'
import type { Deps } from './deps.ts'
import { emailChangeRoutes } from './email-change/routes.ts'
import { factorRoutes } from './factors/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { registrationRoutes } from './registration/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'

export function routes(deps: Deps): Route[] {
  return [
    ...registrationRoutes(deps),
    ...sessionRoutes(deps),
    ...passwordRoutes(deps),
    ...factorRoutes(deps),
    ...emailChangeRoutes(deps),
    ...accountRoutes(deps),
    backupRoute(authApi, 'POST /superadmin/backups/auth', {
      service: 'auth',
      connection: deps.connection,
    }),
  ]
}
