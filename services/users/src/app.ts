import { usersApi } from '@darsi/contracts/calls/users/users-api.ts'
import { type AppOptions, createApp } from '@darsi/kit/http/app.ts'
import type { Parts } from './parts.ts'
import { createRoutes } from './routes.ts'

type UsersAppOptions = Omit<AppOptions, 'table' | 'routes'> & { parts: Parts }

export function createUsersApp({ parts, ...options }: UsersAppOptions) {
  return createApp({
    ...options,
    table: usersApi,
    routes: createRoutes(parts),
    recordView: parts.views.record,
  })
}
