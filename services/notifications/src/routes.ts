import { fillIn } from '@darsi/contracts/fill-in.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { notificationsApi } from '@darsi/contracts/notifications-api.ts'
import { productName } from '@darsi/contracts/product.ts'
import { backupRoute } from '@darsi/kit/database-backup.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded } from '@darsi/kit/route.ts'
import { type ExportDeps, ownExportRoute } from './export.ts'
import type { NoticeStore } from './notice-store.ts'
import type { Streaming } from './stream/streaming.ts'
import { type NoticeKind, texts } from './texts.ts'

export type Deps = ExportDeps & { notices: NoticeStore; streaming: Pick<Streaming, 'serve' | 'tell'> }

export function routes({ mails, notices, preferences, streaming }: Deps): Route[] {
  return [
    ownExportRoute({ mails, notices, preferences }),
    backupRoute(notificationsApi, 'POST /superadmin/backups/notifications', {
      service: 'notifications',
      connection: mails.model.db,
    }),
    route(notificationsApi, 'GET /notifications', async ({ query, identity, language }) => {
      const { userId } = identity
      const found = await notices.page(
        userId,
        query.limit + 1,
        query.cursor ? readCursor(query.cursor) : null,
      )
      const shown = found.slice(0, query.limit)
      const last = found.length > query.limit ? shown.at(-1) : undefined
      return {
        success: true as const,
        data: shown.map(({ _id: id, kind, createdAt, readAt }) => ({
          id,
          kind,
          ...wording(kind, language),
          createdAt: createdAt.toISOString(),
          readAt: readAt?.toISOString() ?? null,
        })),
        nextCursor: last ? `${last.createdAt.getTime()}_${last._id}` : null,
        ...(await notices.counts(userId)),
      }
    }),
    route(notificationsApi, 'POST /notifications/read', async ({ body, identity }) => {
      await notices.markRead(identity.userId, body.ids, new Date())
      // the other tabs count anew
      await streaming.tell([identity.userId], { kind: 'notice', id: identity.userId })
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
  return { title: fillIn(title, { product }), body: fillIn(body, { product }) }
}

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const match = /^(\d{1,15})_(.+)$/.exec(cursor)
  if (!match?.[1] || !match[2]) throw problem('cursor-invalid')
  return { createdAt: new Date(Number(match[1])), id: match[2] }
}
