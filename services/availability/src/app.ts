import { availabilityApi } from '@darsi/contracts/availability-api.ts'
import { type AppOptions, createApp } from '@darsi/kit/app.ts'
import { backupRoute } from '@darsi/kit/database-backup.ts'
import { ownExportRoute } from './export.ts'
import type { GridStore } from './grid-store.ts'
import { availabilityRoutes } from './routes.ts'
import { afterRoutes } from './sessions/after-routes.ts'
import { calendarRoutes } from './sessions/calendar-routes.ts'
import { lessonRoutes } from './sessions/lesson-routes.ts'
import type { Sessions } from './sessions/sessions.ts'

export type AvailabilityAppOptions = Omit<AppOptions, 'table' | 'routes'> & {
  store: GridStore
  sessions: Sessions
  publicUrl: string
  now?: () => Date
}

export function createAvailabilityApp({
  store,
  sessions,
  publicUrl,
  now = () => new Date(),
  ...options
}: AvailabilityAppOptions) {
  const routes = [
    ...availabilityRoutes({ store, sessions, now }),
    ownExportRoute({ store, sessions }),
    backupRoute(availabilityApi, 'POST /superadmin/backups/availability', {
      service: 'availability',
      connection: sessions.models.lessons.db,
    }),
    ...lessonRoutes(sessions),
    ...afterRoutes(sessions),
    ...calendarRoutes(sessions, publicUrl),
  ]
  return createApp({ ...options, table: availabilityApi, routes })
}
