import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { type Removals, removeAll } from '@darsi/kit/mongo/retention.ts'
import { createProofOfWork } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { createAccountStore } from './accounts/account-store.ts'
import { createInvitedAddressStore } from './accounts/invited-address-store.ts'
import { createNotifyOwner } from './accounts/notify-owner.ts'
import { createEmailChange } from './email-change/email-change.ts'
import { createFactors } from './factors/factors.ts'
import { createErasure } from './lifecycle/erasure.ts'
import { createExpiry } from './lifecycle/expiry.ts'
import { createInvitation } from './lifecycle/invitation.ts'
import { createLeaving } from './lifecycle/leaving.ts'
import { createLimits, type LimitSizes } from './limits.ts'
import { createPasswords } from './passwords/passwords.ts'
import { createPersonHashes } from './persons/person-hashes.ts'
import { createPersonStore } from './persons/person-store.ts'
import { createRecovery } from './recovery/recovery.ts'
import { createRegister } from './registration/register.ts'
import type { PublicTeachers } from './registration/valid-registration.ts'
import { createVerification } from './registration/verification.ts'
import { createEndSessions } from './sessions/end-sessions.ts'
import { createRevocations } from './sessions/revocations.ts'
import { createSessionStore } from './sessions/session-store.ts'
import { createSessions } from './sessions/sessions.ts'
import { createTokens } from './sessions/tokens.ts'
import { type AdminMfa, createChallenges } from './sign-in/challenges.ts'
import { createLogin } from './sign-in/login.ts'
import { createRefreshCookie } from './sign-in/refresh-cookie.ts'
import { createStepUp } from './sign-in/step-up.ts'

type Options = {
  connection: Connection
  redis: Redis
  outbox: Outbox
  sealer: Sealer
  proofKey: string
  /** Of the hashes in the register of persons. */
  personKey: string
  keys: Parameters<typeof createTokens>[0]
  publicUrl: string
  argon2: { memoryKib: number; passes: number }
  limits: LimitSizes
  limitsPrefix?: string
  adminMfa: AdminMfa
  publicTeachers?: PublicTeachers
  isDemo?: boolean
  now?: () => Date
}

/** Everything on one database, the same for the service and its tests. */
export async function createParts(options: Options) {
  const { connection, redis, outbox, sealer, now = () => new Date() } = options
  const accounts = createAccountStore(connection)
  const persons = createPersonStore(connection, createPersonHashes(options.personKey))
  const invitedAddresses = createInvitedAddressStore(connection)
  const passwords = await createPasswords(options.argon2)
  const revocations = createRevocations({ connection, redis, now })
  const sessionRows = createSessionStore(connection)
  const sessions = createSessions({ sessions: sessionRows, accounts, outbox, revocations, now })
  const notifyOwner = createNotifyOwner({ accounts, outbox, now })
  const endSessions = createEndSessions({ accounts, sessions, outbox, now })
  const factors = createFactors({ accounts, outbox, sealer, now })
  const isDemo = options.isDemo ?? false
  const login = createLogin({ accounts, passwords, sessions, outbox, now, isDemo })
  const limits = createLimits(redis, options.limits, options.limitsPrefix)
  const stepUp = createStepUp({ login, factors, limits })
  const emailChange = createEmailChange({ accounts, passwords, sessions, outbox, notifyOwner, now })
  const tokens = await createTokens(options.keys, now)
  const expiry = createExpiry({ accounts, outbox, now })
  return {
    connection,
    now,
    publicTeachers: options.publicTeachers ?? 'warn',
    outbox,
    accounts,
    persons,
    invitedAddresses,
    passwords,
    sessions,
    revocations,
    factors,
    challenges: createChallenges({ accounts, factors, redis, adminMfa: options.adminMfa }),
    register: createRegister(
      { accounts, invitedAddresses, passwords, outbox, notifyOwner, now },
      persons.find,
    ),
    verification: createVerification({ accounts, outbox, stepUp, now }),
    notifyOwner,
    endSessions,
    emailChange,
    leave: createLeaving({ accounts, persons, sessions, outbox, now }),
    invitation: createInvitation({ accounts, outbox, now }),
    login,
    stepUp,
    expiry,
    removals: {
      'unconfirmed-registrations': expiry.sweep,
      'earlier-addresses': emailChange.sweep,
      // by the end that each row has
      persons: persons.removeExpired,
      // by the end of each session, which is sooner for administrators
      sessions: (now) => removeAll(sessionRows.collection, { endsAt: { $lte: now } }),
    } satisfies Removals<'auth'>,
    recovery: createRecovery({ accounts, passwords, sessions, outbox, now }),
    erase: createErasure({ accounts, persons, sessions, outbox, now }),
    tokens,
    limits,
    proofOfWork: createProofOfWork(redis, options.proofKey, now),
    cookie: createRefreshCookie(options.publicUrl, tokens),
  }
}

export type Parts = Awaited<ReturnType<typeof createParts>>
