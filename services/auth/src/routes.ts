import { authApi } from '@darsi/contracts/auth-api.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { messageText } from '@darsi/contracts/messages.ts'
import type { Registration } from '@darsi/contracts/registration.ts'
import { normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import type { Request, Response } from 'express'
import { dashboardOf, isVerified, sessionUser } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { createEmailChange } from './email-change.ts'
import type { Factors } from './factors.ts'
import type { Limits } from './limits.ts'
import type { createLogin } from './login.ts'
import type { createRecovery } from './recovery.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import type { createRegister } from './register.ts'
import type { Refreshed, Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'
import type { createVerification } from './verification.ts'

export type Deps = {
  accounts: AccountStore
  register: ReturnType<typeof createRegister>
  verification: ReturnType<typeof createVerification>
  emailChange: ReturnType<typeof createEmailChange>
  login: ReturnType<typeof createLogin>
  recovery: ReturnType<typeof createRecovery>
  factors: Factors
  sessions: Sessions
  tokens: Tokens
  limits: Limits
  cookie: RefreshCookie
}

export function routes(deps: Deps): Route[] {
  return [
    ...registration(deps),
    ...signingIn(deps),
    ...forgotten(deps),
    ...ownAccount(deps),
    ...secondFactors(deps),
  ]
}

function registration({ register, verification, emailChange, limits }: Deps): Route[] {
  const handle = async (call: {
    body: Registration
    language: Language
    clientIp: string
    request: Request
    expected?: string
  }) => {
    const { body, language, clientIp, request, expected } = call
    if (expected !== undefined && body.userType !== expected) throw problem('registration-path-mismatch')
    await limits.take('register-address', clientIp)
    await limits.take('register-email', normaliseEmail(body.email))
    const key = request.headers['idempotency-key']
    await register({
      values: body,
      language,
      idempotencyKey: typeof key === 'string' ? key.slice(0, 200) : undefined,
    })
    const message = messageText('registered', language)
    return success({ message }, message)
  }
  return [
    route(authApi, 'POST /auth/register', handle),
    route(authApi, 'POST /auth/register/student', (call) => handle({ ...call, expected: 'student' })),
    route(authApi, 'POST /auth/register/teacher', (call) => handle({ ...call, expected: 'teacher' })),
    route(authApi, 'POST /auth/register/parent', (call) => handle({ ...call, expected: 'parent' })),
    route(authApi, 'POST /auth/verify-email', async ({ body, language }) => {
      if (body.token === '') throw problem('verification-link-missing')
      if (!(await emailChange.confirm(body.token))) await verification.verify(body.token)
      return succeeded(messageText('email-verified', language))
    }),
    route(authApi, 'POST /auth/resend-verification', async ({ body, language, clientIp }) => {
      await limits.take('resend-address', clientIp)
      await limits.take('resend-email', normaliseEmail(body.email))
      await verification.resend(body.email)
      return succeeded(messageText('verification-resent', language, { email: body.email.trim() }))
    }),
    route(authApi, 'POST /auth/detect-role', async ({ body, identity }) => {
      // product.md §3: everyone but the owner gets the constant answer
      void body
      return success({ role: identity?.role ?? null })
    }),
  ]
}

function signingIn({ accounts, login, factors, sessions, tokens, limits, cookie }: Deps): Route[] {
  const signedIn = async ({ account, session, refreshToken }: Refreshed, response: Response) => {
    cookie.set(response, refreshToken, session.endsAt)
    const token = await tokens.access(account, session._id, session.authTime)
    return {
      success: true as const,
      token,
      user: sessionUser(account),
      redirectTo: dashboardOf(account.role),
    }
  }
  return [
    route(authApi, 'POST /auth/login', async ({ body, clientIp, request, response }) => {
      const account = `${normaliseEmail(body.email)} ${clientIp}`
      await limits.take('login-account', account)
      await limits.take('login-address', clientIp)
      const checked = await login.check(body.email, body.password)
      await limits.forgive('login-account', account)
      await limits.forgive('login-address', clientIp)
      if (factors.isRequired(checked)) {
        throw problem('mfa-required', { extra: { challenge: await factors.challenge(checked._id) } })
      }
      return signedIn(await login.begin(checked, deviceOf(request)), response)
    }),
    route(authApi, 'POST /auth/login/factor', async ({ body, request, response }) => {
      const userId = await factors.challenged(body.challenge)
      await limits.take('factor-account', userId)
      const account = await factors.answer(body.challenge, userId, body.code)
      return signedIn(await login.begin(account, deviceOf(request)), response)
    }),
    route(authApi, 'POST /auth/refresh', async ({ request, response }) => {
      cookie.refuseOtherSites(request)
      const presented = cookie.read(request)
      if (!presented) throw problem('session-ended')
      try {
        const { account, session, refreshToken } = await sessions.refresh(presented)
        cookie.set(response, refreshToken, session.endsAt)
        const token = await tokens.access(account, session._id, session.authTime)
        return { success: true as const, token, user: sessionUser(account) }
      } catch (error) {
        cookie.clear(response)
        throw error
      }
    }),
    route(authApi, 'POST /auth/logout', async ({ identity, request, response }) => {
      cookie.refuseOtherSites(request)
      const presented = cookie.read(request)
      if (presented) await sessions.endByToken(presented)
      if (identity) await sessions.end(identity.sessionId)
      cookie.clear(response)
      response.setHeader('Clear-Site-Data', '"storage"')
      return succeeded()
    }),
    route(authApi, 'GET /auth/profile', async ({ identity }) => {
      const account = await accounts.byId(identity.userId)
      if (!account) throw problem('session-ended')
      return success({
        ...sessionUser(account),
        isVerified: isVerified(account),
        status: account.status,
        emailVerified: account.emailVerifiedAt !== null,
        mfaEnabled: factors.isRequired(account),
        createdAt: account.createdAt.toISOString(),
      })
    }),
  ]
}

function forgotten({ recovery, limits }: Deps): Route[] {
  return [
    route(authApi, 'POST /auth/forgot-password', async ({ body, language, clientIp }) => {
      await limits.take('forgot-address', clientIp)
      await limits.take('forgot-email', normaliseEmail(body.email))
      await recovery.request(body.email)
      return succeeded(messageText('reset-requested', language))
    }),
    route(authApi, 'POST /auth/reset-password', async ({ body, language }) => {
      await recovery.reset(body.token, body.password)
      return succeeded(messageText('password-reset', language))
    }),
  ]
}

function ownAccount({ sessions, recovery, emailChange }: Deps): Route[] {
  return [
    route(authApi, 'GET /auth/sessions', async ({ identity }) => {
      const all = await sessions.list(identity.userId)
      return success(
        all.map(({ _id: id, device, createdAt, lastUsedAt }) => ({
          id,
          current: id === identity.sessionId,
          device,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
      )
    }),
    route(authApi, 'DELETE /auth/sessions/:id', async ({ identity, params }) => {
      const own = (await sessions.list(identity.userId)).some((session) => session._id === params.id)
      if (!own) throw problem('not-found')
      await sessions.end(params.id)
      return succeeded()
    }),
    route(authApi, 'DELETE /auth/sessions', async ({ identity }) => {
      await sessions.endAll(identity.userId, identity.sessionId)
      return succeeded()
    }),
    route(authApi, 'PUT /auth/password', async ({ body, identity, language }) => {
      await recovery.change(identity, body.currentPassword, body.newPassword)
      return succeeded(messageText('password-changed', language))
    }),
    route(authApi, 'PUT /auth/email', async ({ body, identity, language }) => {
      await emailChange.request(identity.userId, body.email, body.password)
      return succeeded(messageText('email-change-requested', language))
    }),
  ]
}

function secondFactors({ factors }: Deps): Route[] {
  return [
    route(authApi, 'GET /auth/factors', async ({ identity }) => success(await factors.list(identity.userId))),
    route(authApi, 'POST /auth/factors', async ({ body, identity }) =>
      success(await factors.enrol(identity.userId, body.name)),
    ),
    route(authApi, 'POST /auth/factors/:id/verify', async ({ body, params, identity }) =>
      success({ recoveryCodes: await factors.confirm(identity.userId, params.id, body.code) }),
    ),
    route(authApi, 'DELETE /auth/factors/:id', async ({ body, params, identity }) => {
      await factors.remove(identity.userId, params.id, body.password)
      return succeeded()
    }),
  ]
}

function deviceOf(request: Request): string {
  return request.headers['user-agent'] ?? ''
}
