import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { type Route, route, succeeded } from '@darsi/kit/http/route.ts'
import { inEqualTime } from '../in-equal-time.ts'
import { uncountedInOutage } from '../limits.ts'
import type { Parts } from '../parts.ts'
import { recoverableAddress } from './recovery.ts'
import { checkPassword } from './strength.ts'

/** Routes for a forgotten password and a new one. */
export function passwordRoutes(parts: Parts): Route[] {
  const { recovery, stepUp, limits, proofOfWork } = parts

  return [
    route(authApi, 'POST /auth/forgot-password', async ({ body, language, clientIp }) => {
      const email = recoverableAddress(body.email)
      await limits.mailing('forgot', clientIp, () => proofOfWork.isSolved(body.altcha))
      const mailed = await limits.mailTo('forgot', email)
      await inEqualTime(() => uncountedInOutage(mailed, () => recovery.request(email)))
      return succeeded(messageText('reset-requested', language))
    }),

    route(authApi, 'POST /auth/reset-password', async ({ body, language }) => {
      await recovery.reset(body.token, body.password)
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
