import { authApi } from '@darsi/contracts/auth-api.ts'
import { messageText } from '@darsi/contracts/messages.ts'
import { normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import { Problem, problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded } from '@darsi/kit/route.ts'
import type { Request, Response } from 'express'
import { type Account, dashboardOf, sessionUser } from '../accounts/account.ts'
import { atLeast, quietMs } from '../at-least.ts'
import { recoverableAddress } from '../passwords/recovery.ts'
import { deviceName } from '../sessions/device.ts'
import type { Refreshed } from '../sessions/sessions.ts'
import { type Deps, headerOf } from './deps.ts'

/** Signing in and out, keeping a session alive, and the way back for those who forgot. */
export function signInRoutes(deps: Deps): Route[] {
  const { login, challenges, sessions, tokens, recovery, limits, proofOfWork, cookie } = deps

  const kept = async ({ account, session, refreshToken }: Refreshed, response: Response) => {
    const token = await tokens.access(account, session)
    cookie.set(response, refreshToken, session.endsAt)
    return { success: true as const, token, user: sessionUser(account) }
  }
  const begun = async (account: Account, request: Request, response: Response) => {
    const started = await login.begin(account, deviceName(headerOf(request, 'user-agent')))
    return { ...(await kept(started, response)), redirectTo: dashboardOf(account.role) }
  }

  return [
    route(authApi, 'POST /auth/login', async ({ body, clientIp, request, response }) => {
      const { email, password, altcha } = body
      if (email.trim() === '' || password === '') throw problem('fields-required')
      const isHuman = () => proofOfWork.isSolved(altcha)
      const tried = await limits.login(normaliseEmail(email), clientIp, isHuman)
      const account = await login.check(email, password)
      // before its state is judged: no guess was wrong
      await tried.forgive()
      await login.admit(account)
      await challenges.demand(account)
      return begun(account, request, response)
    }),

    route(authApi, 'POST /auth/login/factor', async ({ body, request, response }) => {
      const { account } = await challenges.challenged(body.challenge)
      const guessed = await limits.guess('factor', account._id)
      try {
        const { account: proven, recoveryCodes } = await challenges.answer(body.challenge, body.code)
        await guessed.forgive()
        return { ...(await begun(proven, request, response)), ...(recoveryCodes && { recoveryCodes }) }
      } catch (error) {
        if (error instanceof Problem && error.slug === 'mfa-code-wrong')
          await login.noteFailure(account, 'factor')
        throw error
      }
    }),

    route(authApi, 'POST /auth/refresh', async ({ request, response }) => {
      cookie.refuseOtherSites(request)
      const presented = cookie.read(request)
      if (!presented) throw problem('session-ended')
      try {
        return await kept(await sessions.refresh(presented), response)
      } catch (error) {
        if (error instanceof Problem && error.slug === 'session-ended') cookie.clear(response)
        throw error
      }
    }),

    route(authApi, 'POST /auth/reauthenticate', async ({ body, identity }) => {
      const guessed = await limits.guess('password', identity.userId)
      const account = await login.prove(identity.userId, body.password)
      await guessed.forgive()
      const session = await sessions.prove(identity.sessionId, account)
      const token = await tokens.access(account, session)
      return { success: true as const, token, user: sessionUser(account) }
    }),

    route(authApi, 'POST /auth/logout', async ({ identity, request, response }) => {
      cookie.refuseOtherSites(request)
      const presented = cookie.read(request)
      cookie.clear(response)
      if (presented) await sessions.endByToken(presented)
      if (identity) await sessions.end(identity.sessionId)
      return succeeded()
    }),

    route(authApi, 'POST /auth/forgot-password', async ({ body, language, clientIp }) => {
      const email = recoverableAddress(body.email)
      await limits.mailing('forgot', clientIp, () => proofOfWork.isSolved(body.altcha))
      await limits.mailTo('forgot', email)
      await atLeast(quietMs, () => recovery.request(email))
      return succeeded(messageText('reset-requested', language))
    }),

    route(authApi, 'POST /auth/reset-password', async ({ body, language }) => {
      await recovery.reset(body.token, body.password)
      return succeeded(messageText('password-reset', language))
    }),
  ]
}
