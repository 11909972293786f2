import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { dashboardPath } from '@darsi/contracts/reference/roles.ts'
import { deviceName } from '@darsi/contracts/rules/texts/device-name.ts'
import { isProblem, problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded } from '@darsi/kit/http/route.ts'
import type { ProofOfWork } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import type { Request, Response } from 'express'
import type { Account } from '../accounts/account.ts'
import { headerOf } from '../header-of.ts'
import { type Limits, uncountedInOutage } from '../limits.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Challenges } from './challenges.ts'
import { identifierOf, type Login } from './login.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import type { StepUp } from './step-up.ts'

type SignInParts = {
  login: Login
  challenges: Pick<Challenges, 'demand' | 'challenged' | 'answer'>
  sessions: Pick<Sessions, 'endByToken' | 'endAll'>
  limits: Pick<Limits, 'login' | 'loginOf' | 'guess' | 'endRow'>
  proofOfWork: Pick<ProofOfWork, 'isSolved'>
  cookie: RefreshCookie
}

export function signInRoutes({
  login,
  challenges,
  sessions,
  limits,
  proofOfWork,
  cookie,
}: SignInParts): Route[] {
  const started = async (account: Account, request: Request, response: Response) => {
    const begun = await login.begin(account, deviceName(headerOf(request, 'user-agent')))
    const replaced = cookie.read(request)
    // the answer replaces this cookie, so no page could end its session later. The session is deleted without Redis
    // too, and the person is signed in: a failure must not lose the new cookie
    if (replaced) await Promise.allSettled([sessions.endByToken(replaced)])
    return { ...(await cookie.answer(begun, response)), redirectTo: dashboardPath[account.role] }
  }

  return [
    route(authApi, 'POST /auth/login', async ({ body, clientIp, request, response }) => {
      const { password, altcha } = body
      const identifier = identifierOf(body)
      if (password === '') throw problem('fields-required')
      const typed = 'phone' in identifier ? identifier.phone : identifier.email
      const isHuman = (work: number) => proofOfWork.isSolved(altcha, work)
      const tried = await limits.login(typed, clientIp, isHuman)
      const { found, triedOf } = await uncountedInOutage(tried, async () => {
        const known = await login.find(identifier)
        return { found: known, triedOf: await limits.loginOf(known?._id ?? typed, clientIp) }
      })
      const counted = { ...triedOf, forgive: () => Promise.all([tried.forgive(), triedOf.forgive()]) }
      const account = await login.check(triedOf.isOver ? null : found, password, counted)
      // before its state is judged: no guess was wrong
      await Promise.all([counted.forgive(), limits.endRow(account)])
      await login.admit(account)
      await challenges.demand(account)
      return started(account, request, response)
    }),

    route(authApi, 'POST /auth/login/factor', async ({ body, request, response }) => {
      const { account } = await challenges.challenged(body.challenge)
      const guessed = await limits.guess('factor', account._id)
      try {
        const { account: proven, recoveryCodes } = await uncountedInOutage(guessed, () =>
          challenges.answer(body.challenge, body.code),
        )
        // a confirmed factor ends sessions that were started without it. Its codes are shown only now, so a failure
        // here must not lose them: the new number in the account already refuses a refresh of these sessions
        if (recoveryCodes) await Promise.allSettled([guessed.forgive(), sessions.endAll(proven._id)])
        else await guessed.forgive()
        return { ...(await started(proven, request, response)), ...(recoveryCodes && { recoveryCodes }) }
      } catch (error) {
        if (isProblem(error, 'mfa-code-wrong')) await login.noteFailure(account, 'factor')
        throw error
      }
    }),
  ]
}

type RefreshParts = {
  stepUp: StepUp
  sessions: Pick<Sessions, 'refresh' | 'renew' | 'end' | 'endByToken'>
  cookie: RefreshCookie
}

/** New tokens for a session, and its end. */
export function refreshRoutes({ stepUp, sessions, cookie }: RefreshParts): Route[] {
  return [
    route(authApi, 'POST /auth/refresh', async ({ request, response }) => {
      cookie.refuseOtherSites(request)
      const presented = cookie.read(request)
      if (!presented) throw problem('session-ended')
      try {
        return await cookie.answer(await sessions.refresh(presented), response)
      } catch (error) {
        if (isProblem(error, 'session-ended')) cookie.clear(response)
        throw error
      }
    }),

    route(authApi, 'POST /auth/reauthenticate', async ({ body, identity, response }) => {
      const account = await stepUp(identity.userId, body)
      return cookie.answer(await sessions.renew(identity.sessionId, account), response)
    }),

    route(authApi, 'POST /auth/logout', async ({ body, identity, request, response }) => {
      cookie.refuseOtherSites(request)
      const presented = cookie.read(request)
      cookie.clear(response)
      // also the storage of pages and workers; the application then writes theme and language again (docs/accounts.md)
      // an idle page keeps what was typed for the same account's next sign-in
      if (!body.idle) response.setHeader('Clear-Site-Data', '"storage"')
      if (presented) await sessions.endByToken(presented)
      if (identity) await sessions.end(identity.sessionId)
      return succeeded()
    }),
  ]
}
