import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { type Route, route, succeeded } from '@darsi/kit/http/route.ts'
import { inEqualTime } from '../in-equal-time.ts'
import type { Limits } from '../limits.ts'
import type { StepUp } from '../sign-in/step-up.ts'
import { type EmailChange, newAddress } from './email-change.ts'

type Parts = {
  emailChange: Pick<EmailChange, 'request' | 'refuse'>
  stepUp: StepUp
  limits: Pick<Limits, 'emailChange'>
}

/** Requests and undoes a change of address. `POST /auth/verify-email` confirms it. */
export function emailChangeRoutes({ emailChange, stepUp, limits }: Parts): Route[] {
  return [
    route(authApi, 'PUT /auth/email', async ({ body, identity, language }) => {
      const email = newAddress(body.email)
      const account = await stepUp(identity.userId, body)
      await limits.emailChange(identity.userId, email)
      await inEqualTime(() => emailChange.request(account, email))
      return succeeded(messageText('email-change-requested', language))
    }),

    route(authApi, 'POST /auth/email/undo', async ({ body, language }) => {
      const done = await emailChange.refuse(body.token)
      return succeeded(messageText(`email-change-${done}`, language))
    }),
  ]
}
