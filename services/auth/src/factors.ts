import { randomBytes, randomUUID } from 'node:crypto'
import { productName } from '@darsi/contracts/product.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import type { Redis } from 'ioredis'
import { Secret, TOTP } from 'otpauth'
import { type Account, type Factor, person } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { Passwords } from './passwords.ts'
import { hashOf, newToken } from './secrets.ts'

const maxFactors = 10
const recoveryCodeCount = 10
const challengeSeconds = 300
const stepSeconds = 30

type Parts = {
  accounts: AccountStore
  passwords: Passwords
  outbox: Outbox
  sealer: Sealer
  redis: Redis
  now: () => Date
}

/** TOTP as a second factor (RFC 6238, 30 s, one step of tolerance), with single-use recovery codes. */
export function createFactors({ accounts, passwords, outbox, sealer, redis, now }: Parts) {
  const totp = (secret: string, label: string) =>
    new TOTP({ issuer: productName.en, label, secret: Secret.fromBase32(secret), period: stepSeconds })

  /** The time step that the code belongs to; null for a wrong code or one that was used already. */
  const matchedStep = (factor: Factor, code: string): number | null => {
    const timestamp = now().getTime()
    // `as`: sealed by `enrol` below
    const secret = sealer.unseal(factor.sealedSecret) as string
    const delta = totp(secret, '').validate({ token: code.replace(/\s/g, ''), timestamp, window: 1 })
    if (delta === null) return null
    const step = Math.floor(timestamp / 1000 / stepSeconds) + delta
    return step > factor.lastStep ? step : null
  }

  const owned = async (userId: string): Promise<Account> => {
    const account = await accounts.byId(userId)
    if (!account) throw problem('not-found')
    return account
  }

  const changed = (account: Account, change: 'enrolled' | 'removed' | 'recovery-used') => ({
    type: 'user.second-factor-changed' as const,
    data: { userId: account._id, role: account.role, change },
    personal: person(account),
  })

  return {
    list: async (userId: string) => {
      const account = await owned(userId)
      return {
        factors: account.factors.map(({ id, name, verifiedAt, createdAt }) => ({
          id,
          name,
          verified: verifiedAt !== null,
          createdAt: createdAt.toISOString(),
        })),
        recoveryCodesLeft: account.recoveryCodes.length,
      }
    },

    enrol: async (userId: string, name: string) => {
      const account = await owned(userId)
      const kept = account.factors.filter((factor) => factor.verifiedAt !== null)
      if (kept.length >= maxFactors) throw problem('too-many-factors')
      const secret = new Secret({ size: 20 }).base32
      const factor: Factor = {
        id: randomUUID(),
        name: name.trim() || 'TOTP',
        sealedSecret: sealer.seal(secret),
        verifiedAt: null,
        createdAt: now(),
        lastStep: 0,
      }
      // an enrolment that was never finished gives way to the new one
      await accounts.model.updateOne({ _id: userId }, { $set: { factors: [...kept, factor] } })
      return { id: factor.id, secret, uri: totp(secret, account.email).toString() }
    },

    /** Finishes an enrolment; the recovery codes are shown this once. */
    confirm: async (userId: string, factorId: string, code: string): Promise<string[]> => {
      const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
      const updated = await outbox.update(accounts.model, userId, (account) => {
        const factor = account.factors.find((one) => one.id === factorId && one.verifiedAt === null)
        if (!factor) throw problem('not-found')
        const step = matchedStep(factor, code)
        if (step === null) throw problem('mfa-code-wrong')
        const factors = account.factors.map((one) =>
          one.id === factorId ? { ...one, verifiedAt: now(), lastStep: step } : one,
        )
        return {
          update: { $set: { factors, recoveryCodes: codes.map(hashOf) } },
          event: changed(account, 'enrolled'),
        }
      })
      if (!updated) throw problem('not-found')
      return codes
    },

    remove: async (userId: string, factorId: string, password: string): Promise<void> => {
      const account = await owned(userId)
      if (!(await passwords.verify(account.passwordHash, password))) throw problem('password-wrong')
      await outbox.update(accounts.model, userId, (doc) => {
        const left = doc.factors.filter((factor) => factor.id !== factorId)
        if (left.length === doc.factors.length) throw problem('not-found')
        const recoveryCodes = left.some((factor) => factor.verifiedAt !== null) ? doc.recoveryCodes : []
        return { update: { $set: { factors: left, recoveryCodes } }, event: changed(doc, 'removed') }
      })
    },

    isRequired: (account: Account) => account.factors.some((factor) => factor.verifiedAt !== null),

    /** A short-lived proof that the password was right. */
    challenge: async (userId: string): Promise<string> => {
      const token = newToken()
      await redis.set(`factor:${hashOf(token)}`, userId, 'EX', challengeSeconds)
      return token
    },

    /** Whose challenge it is, without spending it. */
    challenged: async (token: string): Promise<string> => {
      const userId = await redis.get(`factor:${hashOf(token)}`)
      if (!userId) throw problem('mfa-challenge-expired')
      return userId
    },

    /** Spends a code, and the challenge with it: of two callers with the same right code one gets in. */
    answer: async (token: string, userId: string, code: string): Promise<Account> => {
      const used = await outbox.update(accounts.model, userId, (account) => spend(account, code))
      const account = used ?? (await spendStep(userId, code))
      const spent = await redis.del(`factor:${hashOf(token)}`)
      if (spent === 0) throw problem('mfa-challenge-expired')
      return account
    },
  }

  /** A recovery code leaves an event; a TOTP step only a mark, written by `spendStep`. */
  function spend(account: Account, code: string) {
    const hash = hashOf(code.replace(/[\s-]/g, '').toLowerCase())
    if (!account.recoveryCodes.includes(hash)) return null
    const recoveryCodes = account.recoveryCodes.filter((one) => one !== hash)
    return { update: { $set: { recoveryCodes } }, event: changed(account, 'recovery-used') }
  }

  async function spendStep(userId: string, code: string): Promise<Account> {
    const account = await owned(userId)
    for (const factor of account.factors.filter((one) => one.verifiedAt !== null)) {
      const step = matchedStep(factor, code)
      if (step === null) continue
      const marked = await accounts.model.updateOne(
        { _id: userId, factors: { $elemMatch: { id: factor.id, lastStep: factor.lastStep } } },
        { $set: { 'factors.$.lastStep': step } },
      )
      if (marked.modifiedCount === 1) return account
    }
    throw problem('mfa-code-wrong')
  }
}

export type Factors = ReturnType<typeof createFactors>

function newRecoveryCode(): string {
  return randomBytes(10).toString('hex').slice(0, 10)
}
