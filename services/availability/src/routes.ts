import { availabilityApi } from '@darsi/contracts/calls/availability/availability-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import type { Route } from '@darsi/kit/http/route.ts'
import { ownExportRoute } from './own-export.ts'
import type { Parts } from './parts.ts'
import { bookingRoutes } from './routes/booking-routes.ts'
import { calendarRoutes } from './routes/calendar-routes.ts'
import { gridRoutes } from './routes/grid-routes.ts'
import { groupRoutes } from './routes/group-routes.ts'
import { lessonRoutes } from './routes/lesson-routes.ts'
import { periodRoutes } from './routes/period-routes.ts'
import { reportRoutes } from './routes/report-routes.ts'
import { reviewRoutes } from './routes/review-routes.ts'

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
