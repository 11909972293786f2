import { notificationsApi } from '@darsi/contracts/calls/notifications/notifications-api.ts'
import { fillIn } from '@darsi/contracts/reference/i18n/fill-in.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import { type Route, route, succeeded } from '@darsi/kit/http/route.ts'
import { type NoticeKind, texts } from './mails/texts.ts'
import { ownExportRoute } from './own-export.ts'
import type { Parts } from './parts.ts'
import { pushRoutes } from './push/routes.ts'
import { smsRoutes } from './sms/routes.ts'

export function routes(parts: Parts): Route[] {
  const { connection, notices, returned, streaming } = parts
  return [
    ...pushRoutes(parts),
    ...smsRoutes(parts),
    ownExportRoute(parts),
    backupRoute(notificationsApi, 'POST /superadmin/backups/notifications', {
      service: 'notifications',
      connection,
    }),
    route(notificationsApi, 'GET /notifications', async ({ query, identity, language }) => {
      const [{ rows, ...page }, reportedAt] = await Promise.all([
        notices.page(identity.userId, query),
        returned.reportedAt(identity.userId),
      ])
      return {
        success: true as const,
        data: rows.map(({ _id: id, kind, place, createdAt, readAt }) => ({
          id,
          kind,
          ...wording(kind, language),
          createdAt: createdAt.toISOString(),
          readAt: readAt?.toISOString() ?? null,
          place: place ?? {},
        })),
        ...page,
        mailsReturn: reportedAt !== null,
      }
    }),
    route(notificationsApi, 'POST /notifications/read', async ({ body, identity, at }) => {
      await notices.markRead(identity.userId, body.ids, at)
      // other tabs update their count
      await streaming.publishLive([identity.userId], { kind: 'notice', id: identity.userId })
      return succeeded()
    }),
    route(notificationsApi, 'GET /notifications/stream', async ({ identity, request, response }) => {
      if (request.method === 'HEAD') response.type('text/event-stream').end()
      else await streaming.serve(identity, request, response)
      return undefined
    }),
  ]
}

function wording(kind: NoticeKind, language: Language) {
  const { title, body } = texts[language].notices[kind]
  const product = productName[language]
  return { title: fillIn(title, { product }, language), body: fillIn(body, { product }, language) }
}
