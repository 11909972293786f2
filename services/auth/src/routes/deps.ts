import type { ProofOfWork } from '@darsi/kit/proof-of-work.ts'
import type { Request } from 'express'
import type { AccountStore } from '../accounts/account-store.ts'
import type { createEmailChange } from '../accounts/email-change.ts'
import type { createInvitation } from '../accounts/invitation.ts'
import type { createLeaving } from '../accounts/leaving.ts'
import type { createRegister } from '../accounts/register.ts'
import type { PublicTeachers } from '../accounts/valid-registration.ts'
import type { createVerification } from '../accounts/verification.ts'
import type { Challenges } from '../factors/challenges.ts'
import type { Factors } from '../factors/factors.ts'
import type { Limits } from '../limits.ts'
import type { createRecovery } from '../passwords/recovery.ts'
import type { Login } from '../sessions/login.ts'
import type { RefreshCookie } from '../sessions/refresh-cookie.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Tokens } from '../sessions/tokens.ts'

/** What the routes stand on. */
export type Deps = {
  accounts: AccountStore
  register: ReturnType<typeof createRegister>
  verification: ReturnType<typeof createVerification>
  emailChange: ReturnType<typeof createEmailChange>
  leave: ReturnType<typeof createLeaving>
  invitation: ReturnType<typeof createInvitation>
  login: Login
  recovery: ReturnType<typeof createRecovery>
  factors: Factors
  challenges: Challenges
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
