import { availabilityApi } from '@darsi/contracts/calls/availability/availability-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import type { Route } from '@darsi/kit/http/route.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { gridRoutes } from './grid/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { ownExportRoute } from './own-export.ts'
import type { Parts } from './parts.ts'
import { periodRoutes } from './periods/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'

export function routes(parts: Parts): readonly Route[] {
  const { connection } = parts
  return [
    ...gridRoutes(parts),
    ...bookingRoutes(parts),
    ...lessonRoutes(parts),
    ...groupRoutes(parts),
    ...reviewRoutes(parts),
    ...reportRoutes(parts),
    ...calendarRoutes(parts),
    ...periodRoutes(parts),
    ownExportRoute(parts),
    backupRoute(availabilityApi, 'POST /superadmin/backups/availability', {
      service: 'availability',
      connection,
    }),
  ]
}
