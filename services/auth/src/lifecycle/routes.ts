import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import { normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import { hasFactor, sessionUser } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { StepUp } from '../sign-in/step-up.ts'
import type { Invitation } from './invitation.ts'
import type { Leave } from './leaving.ts'

type Parts = {
  accounts: Pick<AccountStore, 'byId'>
  leave: Leave
  stepUp: StepUp
  invitation: Pick<Invitation, 'invite'>
}

export function accountRoutes({ accounts, leave, stepUp, invitation }: Parts): Route[] {
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

    // spec §3: the same answer for everyone except the owner of the address
    route(authApi, 'POST /auth/detect-role', async ({ body, identity }) => {
      const own = identity && (await accounts.byId(identity.userId))
      return success({ role: own?.email === normaliseEmail(body.email) ? own.role : null })
    }),

    route(authApi, 'DELETE /me', async ({ body, identity, language }) => {
      await leave(await stepUp(identity.userId, body))
      return succeeded(messageText('account-leaving', language))
    }),

    route(authApi, 'POST /superadmin/admins', async ({ body, identity, language }) => {
      const { email, fullName, role } = body
      const invited = await invitation.invite(role, { email, fullName, language }, identity.userId)
      return success(invited, messageText('admin-invited', language, { email: email.trim() }))
    }),
  ]
}
