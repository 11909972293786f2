import { isAdmin } from '@darsi/contracts/reference/roles.ts'
import { isProblem, problem } from '@darsi/kit/http/problem.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import type { Redis } from 'ioredis'
import * as z from 'zod'
import { type Account, hasFactor } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Factors } from '../factors/factors.ts'

const lifeSeconds = 300

export type AdminMfa = 'required' | 'optional'
type Parts = { accounts: AccountStore; factors: Factors; redis: Redis; adminMfa: AdminMfa }

type Answered = { account: Account; recoveryCodes?: string[] }

const stored = z.object({
  userId: z.string(),
  /** Fingerprint of the proven password: a new password voids the challenge. */
  proven: z.string(),
  /** Number of ownership proofs: the next proof voids the challenge. */
  proofs: z.number(),
  /** The factor that is enrolled during this sign-in. */
  enrols: z.string().optional(),
})

/** The second step of a sign-in: a short-lived token that proves the password, valid for one sign-in. */
export function createChallenges({ accounts, factors, redis, adminMfa }: Parts) {
  const issue = async (account: Account, enrols?: string): Promise<string> => {
    const token = newToken()
    const proven = hashOf(account.passwordHash)
    const value = { userId: account._id, proven, proofs: account.proofs, enrols }
    await guarded(redis.set(keyOf(token), JSON.stringify(value), 'EX', lifeSeconds))
    return token
  }

  const challenged = async (token: string): Promise<{ account: Account; enrols: string | undefined }> => {
    const value = await guarded(redis.get(keyOf(token)))
    if (!value) throw problem('mfa-challenge-expired')
    const { userId, proven, proofs, enrols } = stored.parse(JSON.parse(value))
    const account = await accounts.byId(userId)
    // a lost answer: the proof that confirmed the factor does not void its own challenge
    const own = account?.factors.some(({ id, verifiedAt }) => id === enrols && verifiedAt !== null) ? 1 : 0
    const isLive = account && hashOf(account.passwordHash) === proven && account.proofs === proofs + own
    if (!isLive) throw problem('mfa-challenge-expired')
    return { account, enrols }
  }

  const confirmed = async (account: Account, enrols: string, code: string): Promise<Answered> => {
    try {
      return await factors.confirm(account._id, { factorId: enrols, code })
    } catch (error) {
      // another enrolment replaced the factor, or it is confirmed and this is no repetition
      const isOver = isProblem(error, 'not-found')
      throw isOver ? problem('mfa-challenge-expired') : error
    }
  }

  const spent = async (account: Account, code: string): Promise<Answered> => {
    await factors.spend(account._id, code)
    // as of the challenge: an ownership proof meanwhile stops the sign-in
    return { account }
  }

  return {
    /**
     * @throws problem `mfa-required` or `mfa-enrolment-required` with the challenge; returns when the password is
     * enough
     */
    demand: async (account: Account): Promise<void> => {
      if (hasFactor(account)) {
        throw problem('mfa-required', { extra: { challenge: await issue(account) } })
      }
      if (!isAdmin(account.role) || adminMfa !== 'required') return
      const { id, secret, uri } = await factors.enrol(account._id, '')
      throw problem('mfa-enrolment-required', { extra: { challenge: await issue(account, id), secret, uri } })
    },

    /** The account of a challenge, without using the challenge up. @throws problem `mfa-challenge-expired` */
    challenged,

    /** Uses up the code and the challenge. */
    answer: async (token: string, code: string): Promise<Answered> => {
      const { account, enrols } = await challenged(token)
      // not removed: a lost answer is repeated, and a failure of Redis would lose the recovery codes
      if (enrols !== undefined) return confirmed(account, enrols, code)
      const answered = await spent(account, code)
      const removed = await guarded(redis.del(keyOf(token)))
      if (removed === 0) throw problem('mfa-challenge-expired')
      return answered
    },
  }
}

export type Challenges = ReturnType<typeof createChallenges>

const keyOf = (token: string) => `factor:${hashOf(token)}`

async function guarded<T>(command: Promise<T>): Promise<T> {
  try {
    return await command
  } catch (cause) {
    throw problem('unavailable', { retryAfter: 5, cause })
  }
}
