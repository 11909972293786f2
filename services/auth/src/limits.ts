import { mostWork } from '@darsi/contracts/rules/proof-of-work.ts'
import { isTransient } from '@darsi/kit/failure.ts'
import { limitKey } from '@darsi/kit/http/limit-key.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'
import type { IsHuman } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import { createLimitCounter, demandProof } from '@darsi/kit/redis/limit-counter.ts'
import type { Redis } from 'ioredis'

const hour = 3600
const day = 24 * hour
const month = 30 * day
const half = 0.5
const doublesAfter = 10
const unreachable = 1e9

/** docs/accounts.md, "Limits": the number of calls by kind. */
export type LimitSizes = {
  loginsPerAccount: number
  loginsPerAddress: number
  loginsAnywhere: number
  wrongInRow: number
  mailsPerEmail: number
  mailsPerAddress: number
  factor: number
}

export const defaultSizes: LimitSizes = {
  loginsPerAccount: 5,
  loginsPerAddress: 100,
  loginsAnywhere: 30,
  // NIST SP 800-63B: at most 100 failed attempts in a row
  wrongInRow: 100,
  mailsPerEmail: 5,
  mailsPerAddress: 100,
  factor: 1,
}

type Mailing = 'register' | 'forgot' | 'resend'

/** A counted attempt, and how to take it back. */
export type Counted = {
  forgive: () => Promise<unknown>
  /** With this attempt, half of the wrong passwords in a row are used: the owner is told. */
  isHalf?: boolean
}
type Known = { _id: string; email: string; phone?: string }

export type Limits = {
  /**
   * Counts a sign-in attempt before it is checked, so that parallel attempts count too.
   * @throws problem `rate-limited`, `proof-of-work-required`, or `unavailable` when Redis is down
   */
  login: (identifier: string, clientIp: string, isHuman: IsHuman) => Promise<Counted>
  /**
   * Counts the same try for the account, by whichever of its identifiers: per client address, and in a row from all of
   * them. Refuses nothing: past a limit the caller answers as to a wrong password, because a refusal would tell which
   * number belongs to which address. After 100 wrong passwords in a row only a mailed link helps.
   */
  loginOf: (accountKey: string, clientIp: string) => Promise<Counted & { isOver: boolean }>
  mailing: (call: Mailing, clientIp: string, isHuman: IsHuman) => Promise<void>
  /** Counts a mail per recipient address. */
  mailTo: (call: Mailing, email: string) => Promise<Counted>
  /** Counts a change of address, per account and per new address. */
  emailChange: (userId: string, email: string) => Promise<void>
  /**
   * Counts a guess at the password or second factor of an account.
   * @throws problem `password-wrong` after 100 wrong passwords in a row
   */
  guess: (what: 'password' | 'factor', userId: string) => Promise<Counted>
  /** Ends the row of wrong passwords: the owner gave the right one, or used a mailed link. */
  endRow: (account: Known) => Promise<void>
}

type NewCounter = (
  name: string,
  size: number,
  duration: number,
  most?: number,
) => ReturnType<typeof createLimitCounter>

/**
 * Atomic counters in Redis, by call name. Without Redis sign-in and registration are refused, because guessing must
 * always be limited.
 */
export function createLimits(
  redis: Redis,
  sizes: LimitSizes = defaultSizes,
  keyPrefix = 'limit:auth',
): Limits {
  const counter: NewCounter = (name, size, duration, most = size) =>
    createLimitCounter(redis, {
      name: `${keyPrefix}:${name}`,
      size: size * sizes.factor,
      most: most * sizes.factor,
      duration,
    })
  const loginAccount = counter('login-account', sizes.loginsPerAccount, hour / 4)
  // address and telephone of an account together
  const loginShared = counter('login-shared', sizes.loginsPerAccount, hour / 4, unreachable)
  // the next two limits lock nobody out: a school shares one address, and an attacker with many addresses must not be
  // able to lock the owner out. Above them each attempt needs a proof of work
  const loginAddress = counter('login-address', sizes.loginsPerAddress, day, unreachable)
  const loginAnywhere = counter('login-anywhere', sizes.loginsAnywhere, month, unreachable)
  const wrongInRow = counter('wrong-in-row', sizes.wrongInRow, month, unreachable)
  const guesses = {
    password: counter('guess-password', sizes.loginsPerAccount, hour / 4),
    factor: counter('guess-factor', sizes.loginsPerAccount, hour / 4),
  }

  /** @param share of the limit above which a proof is asked */
  const workAt = (share: number) => {
    const beyond = Math.round((share - 1) * sizes.loginsAnywhere)
    return Math.min(mostWork, Math.max(0, Math.ceil(beyond / doublesAfter) - 1))
  }

  return {
    loginOf: async (accountKey, clientIp) => {
      const key = hashOf(`${accountKey} ${limitKey(clientIp)}`)
      // what is over this limit is not checked, so it is no guess
      if ((await loginShared.take(key)) > 1) return { isOver: true, forgive: () => loginShared.forgive(key) }
      const row = hashOf(accountKey)
      const used = await wrongInRow.take(row)
      const forgive = () => Promise.all([loginShared.forgive(key), wrongInRow.forgive(row)])
      return { isOver: used > 1, isHalf: used === half, forgive }
    },
    login: async (identifier, clientIp, isHuman) => {
      const address = limitKey(clientIp)
      const account = hashOf(`${identifier} ${address}`)
      const anywhere = hashOf(identifier)
      await loginAccount.take(account)
      const isBusy = (await loginAddress.take(address)) > half
      const wanted = await loginAnywhere.take(anywhere)
      const forgive = async () => {
        await Promise.all([
          loginAccount.forgive(account),
          loginAddress.forgive(address),
          loginAnywhere.forgive(anywhere),
        ])
      }
      if (isBusy || wanted > 1) await demandProof(isHuman, forgive, workAt(wanted))
      return { forgive }
    },
    ...mailLimits(counter, sizes),
    guess: async (what, userId) => {
      await guesses[what].take(userId)
      if (what === 'factor') return { forgive: () => guesses.factor.forgive(userId) }
      const row = hashOf(userId)
      const used = await wrongInRow.take(row)
      if (used > 1) throw problem('password-wrong')
      const forgive = () => Promise.all([guesses.password.forgive(userId), wrongInRow.forgive(row)])
      return { isHalf: used === half, forgive }
    },
    endRow: async ({ _id, email, phone }) => {
      const typed = [email, ...(phone ? [phone] : [])]
      await Promise.all([
        wrongInRow.clear(hashOf(_id)),
        ...typed.map((one) => loginAnywhere.clear(hashOf(one))),
      ])
    },
  }
}

function mailLimits(
  counter: NewCounter,
  sizes: LimitSizes,
): Pick<Limits, 'mailing' | 'mailTo' | 'emailChange'> {
  const ofMailing = (call: Mailing) => ({
    email: counter(`${call}-email`, sizes.mailsPerEmail, hour),
    address: counter(`${call}-address`, sizes.mailsPerAddress, hour),
  })
  const mailings = {
    register: ofMailing('register'),
    forgot: ofMailing('forgot'),
    resend: ofMailing('resend'),
  }
  const changes = {
    account: counter('email-change-account', sizes.mailsPerEmail, hour),
    email: counter('email-change-email', sizes.mailsPerEmail, hour),
  }
  return {
    mailing: async (call, clientIp, isHuman) => {
      const { address } = mailings[call]
      const key = limitKey(clientIp)
      if ((await address.take(key)) > half) await demandProof(isHuman, () => address.forgive(key))
    },
    mailTo: async (call, email) => {
      const key = hashOf(email)
      await mailings[call].email.take(key)
      return { forgive: () => mailings[call].email.forgive(key) }
    },
    emailChange: async (userId, email) => {
      await changes.account.take(userId)
      await changes.email.take(hashOf(email))
    },
  }
}

/**
 * Runs a step of a counted attempt, and takes the attempt back when a dependency failed. The step must end at the
 * verdict: a wrong guess whose audit event cannot be written is counted. Unexpected errors count too, because a caller
 * may be able to cause them after the verdict.
 */
export async function uncountedInOutage<T>({ forgive }: Counted, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    // without Redis the count stays; the caller gets the first error
    if (isTransient(error)) await Promise.allSettled([forgive()])
    throw error
  }
}
