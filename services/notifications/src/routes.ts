import { notificationsApi } from '@darsi/contracts/notifications-api.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded } from '@darsi/kit/route.ts'
import type { NoticeStore } from './notice-store.ts'
import { texts } from './texts.ts'

export function routes({ notices }: { notices: NoticeStore }): Route[] {
  return [
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
          ...texts[language].notices[kind],
          link: null,
          createdAt: createdAt.toISOString(),
          readAt: readAt?.toISOString() ?? null,
        })),
        nextCursor: last ? `${last.createdAt.getTime()}_${last._id}` : null,
        total: await notices.count(userId),
      }
    }),
    route(notificationsApi, 'POST /notifications/read', async ({ body, identity }) => {
      await notices.markRead(identity.userId, body.ids, new Date())
      return succeeded()
    }),
  ]
}

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const match = /^(\d{1,15})_(.+)$/.exec(cursor)
  if (!match?.[1] || !match[2]) throw problem('cursor-invalid')
  return { createdAt: new Date(Number(match[1])), id: match[2] }
}
