import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import type { Route } from '@darsi/kit/http/route.ts'
import { emailChangeRoutes } from './email-change/routes.ts'
import { ownExportRoute } from './lifecycle/own-export.ts'
import { accountRoutes } from './lifecycle/routes.ts'
import type { Parts } from './parts.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { registrationRoutes } from './registration/routes.ts'
import { ownSessionRoutes } from './sessions/routes.ts'
import { factorRoutes } from './sign-in/factor-routes.ts'
import { refreshRoutes, signInRoutes } from './sign-in/routes.ts'

export function routes(parts: Parts): Route[] {
  return [
    ...registrationRoutes(parts),
    ...signInRoutes(parts),
    ...refreshRoutes(parts),
    ...ownSessionRoutes(parts),
    ...recoveryRoutes(parts),
    ...factorRoutes(parts),
    ...emailChangeRoutes(parts),
    ...accountRoutes(parts),
    ownExportRoute(parts),
    backupRoute(authApi, 'POST /superadmin/backups/auth', {
      service: 'auth',
      connection: parts.connection,
    }),
  ]
}
