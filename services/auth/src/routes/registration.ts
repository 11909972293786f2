import { authApi } from '@darsi/contracts/auth-api.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { messageText } from '@darsi/contracts/messages.ts'
import type { Registration } from '@darsi/contracts/registration.ts'
import { normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import type { SelfRegistrationRole } from '@darsi/contracts/roles.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import type { Request } from 'express'
import { validRegistration } from '../accounts/valid-registration.ts'
import { resendableAddress } from '../accounts/verification.ts'
import { atLeast, quietMs } from '../at-least.ts'
import { type Deps, headerOf } from './deps.ts'

type Call = { body: Registration; language: Language; clientIp: string; request: Request }

/** Making an account and confirming its address. */
export function registrationRoutes(deps: Deps): Route[] {
  const { accounts, register, verification, emailChange, invitation, limits, proofOfWork, now } = deps
  const handle = async ({ body, language, clientIp, request }: Call, pathRole?: SelfRegistrationRole) => {
    if (pathRole !== undefined && body.userType !== pathRole) throw problem('registration-path-mismatch')
    await limits.mailing('register', clientIp, () => proofOfWork.isSolved(body.altcha))
    const valid = validRegistration(body, { today: now(), publicTeachers: deps.publicTeachers })
    // a retry of the same registration costs no more either
    await limits.mailTo('register', valid.email)
    await register({ valid, language, idempotencyKey: headerOf(request, 'idempotency-key') })
    const message = messageText('registered', language)
    return success({ message }, message)
  }
  return [
    route(authApi, 'POST /auth/register', (call) => handle(call)),
    route(authApi, 'POST /auth/register/student', (call) => handle(call, 'student')),
    route(authApi, 'POST /auth/register/teacher', (call) => handle(call, 'teacher')),
    route(authApi, 'POST /auth/register/parent', (call) => handle(call, 'parent')),

    route(authApi, 'POST /auth/verify-email', async ({ body, language }) => {
      if (body.token === '') throw problem('verification-link-missing')
      if (!(await emailChange.confirm(body.token))) await verification.verify(body.token)
      return succeeded(messageText('email-verified', language))
    }),

    route(authApi, 'POST /auth/resend-verification', async ({ body, language, clientIp }) => {
      const email = resendableAddress(body.email)
      await limits.mailing('resend', clientIp, () => proofOfWork.isSolved(body.altcha))
      await limits.mailTo('resend', email)
      await atLeast(quietMs, () => verification.resend(email))
      return succeeded(messageText('verification-resent', language, { email: body.email.trim() }))
    }),

    // product.md §3: the same for everyone but the owner of the address
    route(authApi, 'POST /auth/detect-role', async ({ body, identity }) => {
      const own = identity && (await accounts.byId(identity.userId))
      return success({ role: own?.email === normaliseEmail(body.email) ? own.role : null })
    }),

    route(authApi, 'GET /auth/challenge', async () => proofOfWork.challenge()),

    route(authApi, 'POST /superadmin/admins', async ({ body, identity, language }) => {
      const { email, fullName, role } = body
      const invited = await invitation.invite(role, { email, fullName, language }, identity.userId)
      return success(invited, messageText('admin-invited', language, { email: email.trim() }))
    }),
  ]
}
