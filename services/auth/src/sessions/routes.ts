import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { EndSessions } from './end-sessions.ts'
import type { Sessions } from './sessions.ts'

type Parts = { sessions: Pick<Sessions, 'list' | 'end'>; endSessions: EndSessions }

export function ownSessionRoutes({ sessions, endSessions }: Parts): Route[] {
  return [
    route(authApi, 'GET /auth/sessions', async ({ identity }) => {
      const live = await sessions.list(identity.userId, identity.role)
      return success(
        live.map(({ _id: id, device, createdAt, lastUsedAt }) => ({
          id,
          current: id === identity.sessionId,
          device,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
      )
    }),

    route(authApi, 'DELETE /auth/sessions/:id', async ({ identity, params }) => {
      const live = await sessions.list(identity.userId, identity.role)
      if (!live.some((session) => session._id === params.id)) throw problem('not-found')
      await sessions.end(params.id)
      return succeeded()
    }),

    route(authApi, 'DELETE /auth/sessions', async ({ identity }) => {
      await endSessions(identity.userId, { reason: 'owner', except: identity.sessionId })
      return succeeded()
    }),
  ]
}
