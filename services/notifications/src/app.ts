import type { RequestListener } from 'node:http'
import { notificationsApi } from '@darsi/contracts/calls/notifications/notifications-api.ts'
import { type AppOptions, createApp } from '@darsi/kit/http/app.ts'
import type { Parts } from './parts.ts'
import { routes } from './routes.ts'

export const createNotificationsApp = (
  parts: Parts,
  options: Omit<AppOptions, 'table' | 'routes'>,
): RequestListener => createApp({ ...options, table: notificationsApi, routes: routes(parts) })
