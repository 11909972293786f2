import { availabilityApi } from '@darsi/contracts/availability-api.ts'
import { type AppOptions, createApp } from '@darsi/kit/app.ts'
import type { GridStore } from './grid-store.ts'
import { availabilityRoutes } from './routes.ts'

export type AvailabilityAppOptions = Omit<AppOptions, 'table' | 'routes'> & {
  store: GridStore
  now?: () => Date
}

export function createAvailabilityApp({ store, now = () => new Date(), ...options }: AvailabilityAppOptions) {
  return createApp({ ...options, table: availabilityApi, routes: availabilityRoutes(store, now) })
}
