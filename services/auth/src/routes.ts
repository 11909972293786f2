import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import type { Route } from '@darsi/kit/http/route.ts'
import { accountRoutes } from './accounts/routes.ts'
import { emailChangeRoutes } from './email-change/routes.ts'
import { factorRoutes } from './factors/routes.ts'
import type { Parts } from './parts.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { registrationRoutes } from './registration/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'

export function routes(parts: Parts): Route[] {
  return [
    ...registrationRoutes(parts),
    ...sessionRoutes(parts),
    ...passwordRoutes(parts),
    ...factorRoutes(parts),
    ...emailChangeRoutes(parts),
    ...accountRoutes(parts),
    backupRoute(authApi, 'POST /superadmin/backups/auth', {
      service: 'auth',
      connection: parts.connection,
    }),
  ]
}
