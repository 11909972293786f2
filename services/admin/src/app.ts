import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { type AppOptions, createApp } from '@darsi/kit/http/app.ts'
import type { Parts } from './parts.ts'
import { routes } from './routes.ts'

export const createAdminApp = (parts: Parts, options: Omit<AppOptions, 'table' | 'routes'>) =>
  createApp({ ...options, table: adminApi, routes: routes(parts), recordView: parts.audit.recordView })
