import { adminApi } from './admin-api.ts'
import { authApi } from './auth-api.ts'
import { availabilityApi } from './availability-api.ts'
import type { EndpointTable } from './endpoint.ts'
import type { Service } from './event.ts'
import { notificationsApi } from './notifications-api.ts'
import { usersApi } from './users-api.ts'

/** The calls of each service: what the gateway lets through and what the API reference lists. */
export const tables: Readonly<Record<Service, EndpointTable>> = {
  auth: authApi,
  users: usersApi,
  availability: availabilityApi,
  admin: adminApi,
  notifications: notificationsApi,
}
