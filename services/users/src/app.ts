import { usersApi } from '@darsi/contracts/users-api.ts'
import { type AppOptions, createApp } from '@darsi/kit/app.ts'
import type { ProfileStore } from './profile-store.ts'
import { usersRoutes } from './routes.ts'

export type UsersAppOptions = Omit<AppOptions, 'table' | 'routes'> & { store: ProfileStore }

export function createUsersApp({ store, ...options }: UsersAppOptions) {
  return createApp({ ...options, table: usersApi, routes: usersRoutes(store) })
}
