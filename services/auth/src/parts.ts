import type { Outbox } from '@darsi/kit/outbox.ts'
import { createProofOfWork } from '@darsi/kit/proof-of-work.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { accountStore } from './accounts/account-store.ts'
import { createEmailChange } from './accounts/email-change.ts'
import { createErasure } from './accounts/erasure.ts'
import { createExpiry } from './accounts/expiry.ts'
import { createInvitation } from './accounts/invitation.ts'
import { createLeaving } from './accounts/leaving.ts'
import { createRegister } from './accounts/register.ts'
import type { PublicTeachers } from './accounts/valid-registration.ts'
import { createVerification } from './accounts/verification.ts'
import { type AdminMfa, createChallenges } from './factors/challenges.ts'
import { createFactors } from './factors/factors.ts'
import { createLimits, type LimitSizes } from './limits.ts'
import { createPasswords } from './passwords/passwords.ts'
import { createRecovery } from './passwords/recovery.ts'
import type { Deps } from './routes/deps.ts'
import { createLogin } from './sessions/login.ts'
import { createRefreshCookie } from './sessions/refresh-cookie.ts'
import { sessionStore } from './sessions/session-store.ts'
import { createSessions } from './sessions/sessions.ts'
import { createTokens } from './sessions/tokens.ts'

type Options = {
  connection: Connection
  redis: Redis
  outbox: Outbox
  sealer: Sealer
  eventKey: string
  keys: Parameters<typeof createTokens>[0]
  publicUrl: string
  argon2: { memoryKib: number; passes: number }
  limits: LimitSizes
  limitsPrefix?: string
  adminMfa: AdminMfa
  publicTeachers?: PublicTeachers
  now?: () => Date
}

/** What the routes and the consumers stand on, wired once for the service and for its tests. */
export async function createParts(options: Options) {
  const { connection, redis, outbox, sealer, now = () => new Date() } = options
  const accounts = accountStore(connection)
  const passwords = await createPasswords(options.argon2)
  const sessions = createSessions({ sessions: sessionStore(connection), accounts, outbox, redis, now })
  const factors = createFactors({ accounts, passwords, outbox, sealer, now })
  return {
    now,
    publicTeachers: options.publicTeachers ?? 'warn',
    accounts,
    passwords,
    sessions,
    factors,
    challenges: createChallenges({ accounts, factors, redis, adminMfa: options.adminMfa }),
    register: createRegister({ accounts, passwords, outbox, now }),
    verification: createVerification({ accounts, outbox, now }),
    emailChange: createEmailChange({ accounts, passwords, outbox, now }),
    leave: createLeaving({ accounts, passwords, sessions, outbox, now }),
    invitation: createInvitation({ accounts, outbox, now }),
    login: createLogin({ accounts, passwords, sessions, outbox, now }),
    expiry: createExpiry({ accounts, outbox, now }),
    recovery: createRecovery({ accounts, passwords, sessions, outbox, now }),
    erase: createErasure({ accounts, sessions, outbox, now }),
    tokens: await createTokens(options.keys, now),
    limits: createLimits(redis, options.limits, options.limitsPrefix),
    proofOfWork: createProofOfWork(redis, options.eventKey, now),
    cookie: createRefreshCookie(options.publicUrl),
  } satisfies Deps & Record<string, unknown>
}

export type Parts = Awaited<ReturnType<typeof createParts>>
