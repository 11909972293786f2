import type { Service } from '../reference/services.ts'
import { adminApi } from './admin/admin-api.ts'
import { authApi } from './auth/auth-api.ts'
import { availabilityApi } from './availability/availability-api.ts'
import { classroomApi } from './classroom/classroom-api.ts'
import type { EndpointTable } from './endpoint.ts'
import { notificationsApi } from './notifications/notifications-api.ts'
import { usersApi } from './users/users-api.ts'

/** The calls of each service: what its routes must cover. */
export const tables: Readonly<Record<Service, EndpointTable>> = {
  auth: authApi,
  users: usersApi,
  availability: availabilityApi,
  classroom: classroomApi,
  admin: adminApi,
  notifications: notificationsApi,
}

/** The calls that the gateway forwards and the API reference lists. */
export const outerTables = Object.fromEntries(
  Object.entries(tables).map(([service, table]) => [
    service,
    Object.fromEntries(Object.entries(table).filter(([, { partOnly }]) => !partOnly)),
  ]),
)
