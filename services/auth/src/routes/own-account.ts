import { authApi } from '@darsi/contracts/auth-api.ts'
import { messageText } from '@darsi/contracts/messages.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import { hasFactor, sessionUser } from '../accounts/account.ts'
import type { Deps } from './deps.ts'

/** What the owner of an account sees and changes. */
export function ownAccountRoutes(deps: Deps): Route[] {
  const { accounts, sessions, recovery, emailChange, leave, factors, limits } = deps

  /** A stolen access token must not be a way to guess the password. */
  const guessing = async (what: 'password' | 'factor', userId: string, work: () => Promise<unknown>) => {
    const guessed = await limits.guess(what, userId)
    await work()
    await guessed.forgive()
  }

  return [
    route(authApi, 'GET /auth/profile', async ({ identity }) => {
      const account = await accounts.byId(identity.userId)
      if (!account) throw problem('session-ended')
      return success({
        ...sessionUser(account),
        status: account.status,
        emailVerified: account.emailVerifiedAt !== null,
        mfaEnabled: hasFactor(account),
        createdAt: account.createdAt.toISOString(),
      })
    }),

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
      await sessions.endAll(identity.userId, identity.sessionId)
      return succeeded()
    }),

    route(authApi, 'PUT /auth/password', async ({ body, identity, language }) => {
      await guessing('password', identity.userId, () =>
        recovery.change(identity, body.currentPassword, body.newPassword),
      )
      return succeeded(messageText('password-changed', language))
    }),

    route(authApi, 'PUT /auth/email', async ({ body, identity, language }) => {
      await guessing('password', identity.userId, () =>
        emailChange.request(identity.userId, body.email, body.password),
      )
      return succeeded(messageText('email-change-requested', language))
    }),

    route(authApi, 'DELETE /me', async ({ body, identity, language }) => {
      await guessing('password', identity.userId, () => leave(identity, body.password))
      return succeeded(messageText('account-leaving', language))
    }),

    route(authApi, 'GET /auth/factors', async ({ identity }) => success(await factors.list(identity.userId))),

    route(authApi, 'POST /auth/factors', async ({ body, identity }) =>
      success(await factors.enrol(identity.userId, body.name)),
    ),

    route(authApi, 'POST /auth/factors/:id/verify', async ({ body, params, identity }) => {
      const guessed = await limits.guess('factor', identity.userId)
      const recoveryCodes = await factors.confirm(identity.userId, params.id, body.code)
      await guessed.forgive()
      return success({ recoveryCodes })
    }),

    route(authApi, 'DELETE /auth/factors/:id', async ({ body, params, identity }) => {
      await guessing('password', identity.userId, () =>
        factors.remove(identity.userId, params.id, body.password),
      )
      return succeeded()
    }),
  ]
}
