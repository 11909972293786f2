import type { ProofOfWork } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import type { Request } from 'express'
import type { Connection } from 'mongoose'
import type { AccountStore } from './accounts/account-store.ts'
import type { createInvitation } from './accounts/invitation.ts'
import type { createLeaving } from './accounts/leaving.ts'
import type { createEmailChange } from './email-change/email-change.ts'
import type { Challenges } from './factors/challenges.ts'
import type { Factors } from './factors/factors.ts'
import type { StepUp } from './factors/step-up.ts'
import type { Limits } from './limits.ts'
import type { createRecovery } from './passwords/recovery.ts'
import type { createRegister } from './registration/register.ts'
import type { PublicTeachers } from './registration/valid-registration.ts'
import type { createVerification } from './registration/verification.ts'
import type { EndSessions } from './sessions/end-sessions.ts'
import type { Login } from './sessions/login.ts'
import type { RefreshCookie } from './sessions/refresh-cookie.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Tokens } from './sessions/tokens.ts'

/** Dependencies of the routes. */
export type Deps = {
  connection: Connection
  accounts: AccountStore
  register: ReturnType<typeof createRegister>
  verification: ReturnType<typeof createVerification>
  emailChange: ReturnType<typeof createEmailChange>
  endSessions: EndSessions
  leave: ReturnType<typeof createLeaving>
  invitation: ReturnType<typeof createInvitation>
  login: Login
  recovery: ReturnType<typeof createRecovery>
  factors: Factors
  challenges: Challenges
  stepUp: StepUp
  sessions: Sessions
  tokens: Tokens
  limits: Limits
  proofOfWork: ProofOfWork
  cookie: RefreshCookie
  publicTeachers: PublicTeachers
  now: () => Date
}

export function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value.slice(0, 400) : undefined
}
