import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { Factors } from '../factors/factors.ts'
import { type Limits, uncountedInOutage } from '../limits.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { StepUp } from './step-up.ts'

type Parts = {
  factors: Factors
  sessions: Pick<Sessions, 'endAll'>
  stepUp: StepUp
  limits: Pick<Limits, 'guess'>
}

export function factorRoutes({ factors, sessions, stepUp, limits }: Parts): Route[] {
  return [
    route(authApi, 'GET /auth/factors', async ({ identity }) => success(await factors.list(identity.userId))),

    route(authApi, 'POST /auth/factors', async ({ body, identity }) =>
      success(await factors.enrol(identity.userId, body.name)),
    ),

    route(authApi, 'POST /auth/factors/:id/verify', async ({ body, params, identity }) => {
      const { userId, sessionId } = identity
      const guessed = await limits.guess('factor', userId)
      const { account, recoveryCodes } = await uncountedInOutage(guessed, () =>
        factors.confirm(userId, { factorId: params.id, code: body.code, sessionId }),
      )
      // the codes are shown only now, so a failure here must not lose them: the new number in the account already
      // refuses a refresh of the other sessions
      await Promise.allSettled([guessed.forgive(), sessions.endAll(userId, sessionId, account)])
      return success({ recoveryCodes })
    }),

    route(authApi, 'DELETE /auth/factors/:id', async ({ body, params, identity }) => {
      const { userId, sessionId } = identity
      const changed = await factors.remove(await stepUp(userId, body), { factorId: params.id, sessionId })
      await sessions.endAll(userId, sessionId, changed)
      return succeeded()
    }),
  ]
}
