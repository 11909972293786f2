import type { Outbox } from '@darsi/kit/outbox.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { accountStore } from './account-store.ts'
import { createEmailChange } from './email-change.ts'
import { createFactors } from './factors.ts'
import { createLimits } from './limits.ts'
import { createLogin } from './login.ts'
import { createPasswords } from './passwords.ts'
import { createRecovery } from './recovery.ts'
import { createRefreshCookie } from './refresh-cookie.ts'
import { createRegister } from './register.ts'
import type { Deps } from './routes.ts'
import { sessionStore } from './session-store.ts'
import { createSessions } from './sessions.ts'
import { createTokens } from './tokens.ts'
import { createVerification } from './verification.ts'

type Options = {
  connection: Connection
  redis: Redis
  outbox: Outbox
  sealer: Sealer
  keys: Parameters<typeof createTokens>[0]
  publicUrl: string
  argon2: { memoryKib: number; passes: number }
  limitsFactor: number
  limitsPrefix?: string
  now?: () => Date
}

/** What the routes and the consumers stand on, wired once for the service and for its tests. */
export async function createParts(
  options: Options,
): Promise<Deps & { passwords: Awaited<ReturnType<typeof createPasswords>> }> {
  const { connection, redis, outbox, sealer, now = () => new Date() } = options
  const accounts = accountStore(connection)
  const passwords = await createPasswords(options.argon2)
  const sessions = createSessions({ sessions: sessionStore(connection), accounts, redis, now })
  return {
    accounts,
    passwords,
    sessions,
    register: createRegister({ accounts, passwords, outbox, now }),
    verification: createVerification({ accounts, outbox, now }),
    emailChange: createEmailChange({ accounts, passwords, outbox, now }),
    login: createLogin({ accounts, passwords, sessions, outbox, now }),
    recovery: createRecovery({ accounts, passwords, sessions, outbox, now }),
    factors: createFactors({ accounts, passwords, outbox, sealer, redis, now }),
    tokens: await createTokens(options.keys),
    limits: createLimits(redis, options.limitsFactor, options.limitsPrefix),
    cookie: createRefreshCookie(options.publicUrl),
  }
}
