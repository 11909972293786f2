import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import type { Route } from '@darsi/kit/http/route.ts'
import { pictureRoutes } from './board/picture-routes.ts'
import { ownExportRoute } from './own-export.ts'
import type { Parts } from './parts.ts'
import { reportRoutes } from './reports/routes.ts'
import { roomRoutes } from './rooms/routes.ts'

export function routes(parts: Parts): readonly Route[] {
  const { connection } = parts
  return [
    ...roomRoutes(parts),
    ...pictureRoutes(parts),
    ...reportRoutes(parts),
    ownExportRoute(parts),
    backupRoute(classroomApi, 'POST /superadmin/backups/classroom', { service: 'classroom', connection }),
  ]
}
