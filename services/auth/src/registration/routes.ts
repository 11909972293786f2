import { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { SelfRegistrationRole } from '@darsi/contracts/reference/roles.ts'
import type { Registration } from '@darsi/contracts/rules/registration/registration-schema.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { ProofOfWork } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import type { Request } from 'express'
import type { EmailChange } from '../email-change/email-change.ts'
import { headerOf } from '../header-of.ts'
import { inEqualTime } from '../in-equal-time.ts'
import { type Limits, uncountedInOutage } from '../limits.ts'
import type { Register } from './register.ts'
import { type PublicTeachers, validRegistration } from './valid-registration.ts'
import { resendableAddress, type Verification } from './verification.ts'

type Parts = {
  register: Register
  verification: Verification
  emailChange: Pick<EmailChange, 'confirm'>
  limits: Pick<Limits, 'mailing' | 'mailTo'>
  proofOfWork: ProofOfWork
  publicTeachers: PublicTeachers
}

type Call = { body: Registration; language: Language; clientIp: string; request: Request; at: Date }

export function registrationRoutes({
  register,
  verification,
  emailChange,
  limits,
  proofOfWork,
  publicTeachers,
}: Parts): Route[] {
  const handle = async ({ body, language, clientIp, request, at }: Call, pathRole?: SelfRegistrationRole) => {
    if (pathRole !== undefined && body.userType !== pathRole) throw problem('registration-path-mismatch')
    await limits.mailing('register', clientIp, () => proofOfWork.isSolved(body.altcha))
    const valid = validRegistration(body, { today: at, publicTeachers })
    const mailed = await limits.mailTo('register', valid.email)
    const idempotencyKey = headerOf(request, 'idempotency-key')
    const { proven } = await uncountedInOutage(mailed, () => register({ valid, language, idempotencyKey }))
    const message = messageText(proven ? 'registered-invited' : 'registered', language)
    return success({ message, ...(proven && { proven }) }, message)
  }
  return [
    route(authApi, 'POST /auth/register', (call) => handle(call)),
    route(authApi, 'POST /auth/register/student', (call) => handle(call, 'student')),
    route(authApi, 'POST /auth/register/teacher', (call) => handle(call, 'teacher')),
    route(authApi, 'POST /auth/register/parent', (call) => handle(call, 'parent')),

    route(authApi, 'POST /auth/verify-email', async ({ body, identity, language }) => {
      if (body.token === '') throw problem('verification-link-missing')
      const by = { caller: identity, password: body.password }
      if (!(await emailChange.confirm(body.token, identity))) await verification.verify(body.token, by)
      return succeeded(messageText('email-verified', language))
    }),

    route(authApi, 'POST /auth/resend-verification', async ({ body, language, clientIp }) => {
      const email = resendableAddress(body.email)
      await limits.mailing('resend', clientIp, () => proofOfWork.isSolved(body.altcha))
      const mailed = await limits.mailTo('resend', email)
      await inEqualTime(() => uncountedInOutage(mailed, () => verification.resend(email)))
      return succeeded(messageText('verification-resent', language, { email: body.email.trim() }))
    }),

    route(authApi, 'GET /auth/challenge', async ({ query }) => proofOfWork.challenge(query.work)),
  ]
}
