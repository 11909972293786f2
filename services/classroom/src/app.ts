import type { RequestListener } from 'node:http'
import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { type AppOptions, createApp } from '@darsi/kit/http/app.ts'
import { withMediaCheck } from './media/media-check.ts'
import { withWebhook } from './media/webhook.ts'
import type { Parts } from './parts.ts'
import { routes } from './routes.ts'

type Options = Omit<AppOptions, 'table' | 'routes'> & { parts: Parts }

export function createClassroomApp({ parts, ...options }: Options): RequestListener {
  const app = createApp({ ...options, table: classroomApi, routes: routes(parts) })
  return withMediaCheck(withWebhook(app, parts, options.log), parts, options)
}
