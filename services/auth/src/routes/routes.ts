import { authApi } from '@darsi/contracts/auth-api.ts'
import { backupRoute } from '@darsi/kit/database-backup.ts'
import type { Route } from '@darsi/kit/route.ts'
import type { Deps } from './deps.ts'
import { ownAccountRoutes } from './own-account.ts'
import { ownExportRoute } from './own-export.ts'
import { registrationRoutes } from './registration.ts'
import { signInRoutes } from './sign-in.ts'

export function routes(deps: Deps): Route[] {
  return [
    ...registrationRoutes(deps),
    ...signInRoutes(deps),
    ...ownAccountRoutes(deps),
    ownExportRoute(deps),
    backupRoute(authApi, 'POST /superadmin/backups/auth', {
      service: 'auth',
      connection: deps.accounts.model.db,
    }),
  ]
}
