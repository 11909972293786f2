import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import type { Route } from '@darsi/kit/http/route.ts'
import { ownExportRoute } from './own-export.ts'
import type { Parts } from './parts.ts'
import { boardRoutes } from './routes/board-routes.ts'
import { reportRoutes } from './routes/report-routes.ts'
import { leadingRoutes, stayingRoutes } from './routes/room-routes.ts'

export function routes(parts: Parts): readonly Route[] {
  const { connection } = parts
  return [
    ...stayingRoutes(parts),
    ...leadingRoutes(parts),
    ...boardRoutes(parts),
    ...reportRoutes(parts),
    ownExportRoute(parts),
    backupRoute(classroomApi, 'POST /superadmin/backups/classroom', { service: 'classroom', connection }),
  ]
}
