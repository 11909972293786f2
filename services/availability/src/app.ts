import { availabilityApi } from '@darsi/contracts/calls/availability/availability-api.ts'
import { type AppOptions, createApp } from '@darsi/kit/http/app.ts'
import type { Parts } from './parts.ts'
import { routes } from './routes.ts'

type Options = Omit<AppOptions, 'table' | 'routes'> & { parts: Parts }

export function createAvailabilityApp({ parts, ...options }: Options) {
  return createApp({ ...options, table: availabilityApi, routes: routes(parts) })
}
