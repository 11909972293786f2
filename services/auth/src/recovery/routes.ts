import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { type Route, route, succeeded } from '@darsi/kit/http/route.ts'
import type { ProofOfWork } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import { inEqualTime } from '../in-equal-time.ts'
import { type Limits, uncountedInOutage } from '../limits.ts'
import { checkPassword } from '../passwords/strength.ts'
import type { StepUp } from '../sign-in/step-up.ts'
import { type Recovery, recoverableAddress } from './recovery.ts'

type Parts = {
  recovery: Recovery
  stepUp: StepUp
  limits: Pick<Limits, 'mailing' | 'mailTo' | 'endRow'>
  proofOfWork: Pick<ProofOfWork, 'isSolved'>
}

export function recoveryRoutes({ recovery, stepUp, limits, proofOfWork }: Parts): Route[] {
  return [
    route(authApi, 'POST /auth/forgot-password', async ({ body, language, clientIp }) => {
      const email = recoverableAddress(body.email)
      await limits.mailing('forgot', clientIp, () => proofOfWork.isSolved(body.altcha))
      const mailed = await limits.mailTo('forgot', email)
      await inEqualTime(() => uncountedInOutage(mailed, () => recovery.request(email)))
      return succeeded(messageText('reset-requested', language))
    }),

    route(authApi, 'POST /auth/reset-password', async ({ body, language }) => {
      await limits.endRow(await recovery.reset(body.token, body.password))
      return succeeded(messageText('password-reset', language))
    }),

    route(authApi, 'PUT /auth/password', async ({ body, identity, language }) => {
      const { currentPassword, newPassword, code } = body
      const { userId, sessionId } = identity
      const account = await stepUp(userId, { password: currentPassword, code }, (proven) =>
        checkPassword(newPassword, proven),
      )
      await recovery.change(account, sessionId, newPassword)
      return succeeded(messageText('password-changed', language))
    }),
  ]
}
