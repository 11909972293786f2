import { randomUUID } from 'node:crypto'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import { type Account, type Factor, hasFactor, person } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { matchedStep, newTotpSecret, totpUri } from './totp.ts'

const maxFactors = 10

type Parts = { accounts: AccountStore; passwords: Passwords; outbox: Outbox; sealer: Sealer; now: () => Date }

/** TOTP as a second factor with single-use recovery codes; the secrets are kept sealed. */
export function createFactors({ accounts, passwords, outbox, sealer, now }: Parts) {
  // `as`: sealed by `newFactor`
  const stepOf = (factor: Factor, code: string) =>
    matchedStep(sealer.unseal(factor.sealedSecret) as string, code, factor.lastStep, now())

  const owned = async (userId: string): Promise<Account> => {
    const account = await accounts.byId(userId)
    if (!account) throw problem('not-found')
    return account
  }

  const newFactor = (name: string): { factor: Factor; secret: string } => {
    const secret = newTotpSecret()
    const factor = {
      id: randomUUID(),
      name: name.trim() || 'TOTP',
      sealedSecret: sealer.seal(secret),
      verifiedAt: null,
      createdAt: now(),
      lastStep: 0,
    }
    return { factor, secret }
  }

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
      const { factor, secret } = newFactor(name)
      // an enrolment that was never finished gives way to the new one
      await accounts.model.updateOne({ _id: userId }, { $set: { factors: [...kept, factor] } })
      return { id: factor.id, secret, uri: totpUri(secret, account.email) }
    },

    /** Finishes an enrolment; the recovery codes are shown this once. */
    confirm: async (userId: string, factorId: string, code: string): Promise<string[]> => {
      const codes = newRecoveryCodes()
      const updated = await outbox.update(accounts.model, userId, (account) => {
        const factor = account.factors.find((one) => one.id === factorId && one.verifiedAt === null)
        if (!factor) throw problem('not-found')
        const lastStep = stepOf(factor, code)
        if (lastStep === null) throw problem('mfa-code-wrong')
        const factors = account.factors.map((one) =>
          one.id === factorId ? { ...one, verifiedAt: now(), lastStep } : one,
        )
        return {
          update: { $set: { factors, recoveryCodes: codes.map(recoveryHash) } },
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
        const factors = doc.factors.filter((factor) => factor.id !== factorId)
        if (factors.length === doc.factors.length) throw problem('not-found')
        const recoveryCodes = hasFactor({ factors }) ? doc.recoveryCodes : []
        return { update: { $set: { factors, recoveryCodes } }, event: changed(doc, 'removed') }
      })
    },

    /** Spends a code of an app or a recovery code. @throws problem `mfa-code-wrong` */
    spend: async (userId: string, code: string): Promise<Account> => {
      const hash = recoveryHash(code)
      const recovered = await outbox.update(accounts.model, userId, (account) => {
        if (!account.recoveryCodes.includes(hash)) return null
        const recoveryCodes = account.recoveryCodes.filter((one) => one !== hash)
        return { update: { $set: { recoveryCodes } }, event: changed(account, 'recovery-used') }
      })
      return recovered ?? spendStep(userId, code)
    },
  }

  /** The step is marked by compare and set: of two callers with the same code one gets in. */
  async function spendStep(userId: string, code: string): Promise<Account> {
    const account = await owned(userId)
    for (const factor of account.factors.filter((one) => one.verifiedAt !== null)) {
      const step = stepOf(factor, code)
      if (step === null) continue
      const factors = account.factors.map((one) => (one === factor ? { ...one, lastStep: step } : one))
      const marked = await accounts.model.updateOne(
        { _id: userId, factors: account.factors },
        { $set: { factors } },
      )
      if (marked.modifiedCount === 1) return account
    }
    throw problem('mfa-code-wrong')
  }
}

export type Factors = ReturnType<typeof createFactors>

function changed(account: Account, change: 'enrolled' | 'removed' | 'recovery-used') {
  return {
    type: 'user.second-factor-changed' as const,
    data: { userId: account._id, role: account.role, change },
    personal: person(account),
  }
}
