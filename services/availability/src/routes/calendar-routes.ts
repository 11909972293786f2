import { sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { type FeedParts, feedOf } from '../calendar/feed.ts'
import type { FeedStore } from '../calendar/feed-store.ts'

type Parts = FeedParts & { feeds: FeedStore }

export function calendarRoutes(parts: Parts): readonly Route[] {
  const { feeds, parties, publicUrl } = parts
  const addressOf = (token: string) => ({ url: `${publicUrl}/api/calendar/${token}.ics` })

  return [
    route(sessionsApi, 'GET /me/calendar', async ({ identity }) =>
      success(addressOf(await feeds.current(identity.userId))),
    ),
    route(sessionsApi, 'POST /me/calendar', async ({ identity }) =>
      success(addressOf(await feeds.renew(identity.userId))),
    ),
    route(sessionsApi, 'GET /calendar/:file', async ({ params, response }) => {
      const token = /^([\w-]{43})\.ics$/.exec(params.file)?.[1]
      const userId = token ? await feeds.ownerOf(token) : null
      // this address needs no login, so the suspension is checked here
      if (!userId || (await parties.isSuspended([userId]))) throw problem('not-found')
      response
        .set('Cache-Control', 'private, no-store')
        .set('Content-Disposition', 'inline; filename="darsi.ics"')
        .type('text/calendar; charset=utf-8')
        .send(await feedOf(parts, userId))
      return undefined
    }),
  ]
}
