import { usersApi } from '@darsi/contracts/calls/users/users-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import type { Route } from '@darsi/kit/http/route.ts'
import { childRoutes } from './children/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { consentRoutes } from './consents/routes.ts'
import { guardianRoutes } from './guardians/routes.ts'
import { homeworkRoutes } from './homework/routes.ts'
import { materialRoutes } from './materials/routes.ts'
import { ownExportRoute } from './own-export.ts'
import type { Parts } from './parts.ts'
import { photoRoutes } from './photos/routes.ts'
import { profileRoutes } from './profiles/routes.ts'
import { proofRoutes } from './proofs/routes.ts'
import { publicPageRoutes } from './public-pages/routes.ts'
import { teacherRoutes } from './teachers/routes.ts'
import { threadRoutes } from './threads/routes.ts'
import { waitingRoutes } from './waiting/routes.ts'

export function createRoutes(parts: Parts): readonly Route[] {
  const { database } = parts
  return [
    ...profileRoutes(parts),
    ownExportRoute(parts),
    backupRoute(usersApi, 'POST /superadmin/backups/users', { service: 'users', connection: database }),
    ...connectionRoutes(parts),
    ...childRoutes(parts),
    ...guardianRoutes(parts),
    ...consentRoutes(parts),
    ...threadRoutes(parts),
    ...materialRoutes(parts),
    ...homeworkRoutes(parts),
    ...proofRoutes(parts),
    ...photoRoutes(parts),
    ...publicPageRoutes(parts),
    ...teacherRoutes(parts),
    ...waitingRoutes(parts),
  ]
}
