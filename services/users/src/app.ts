import { usersApi } from '@darsi/contracts/users-api.ts'
import { type AppOptions, createApp } from '@darsi/kit/app.ts'
import { backupRoute } from '@darsi/kit/database-backup.ts'
import { childRoutes } from './children/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { consentRoutes } from './consents/routes.ts'
import { ownExportRoute } from './export.ts'
import type { Parts } from './parts.ts'
import { usersRoutes } from './routes.ts'
import { teacherRoutes } from './teachers/routes.ts'
import { threadRoutes } from './threads/routes.ts'

export type UsersAppOptions = Omit<AppOptions, 'table' | 'routes'> & { parts: Parts }

export function createUsersApp({ parts, ...options }: UsersAppOptions) {
  const routes = [
    ...usersRoutes(parts),
    ownExportRoute(parts),
    backupRoute(usersApi, 'POST /superadmin/backups/users', {
      service: 'users',
      connection: parts.children.model.db,
    }),
    ...connectionRoutes(parts),
    ...childRoutes(parts),
    ...consentRoutes(parts),
    ...threadRoutes(parts),
    ...teacherRoutes(parts),
  ]
  return createApp({ ...options, table: usersApi, routes })
}
