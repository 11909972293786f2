import { randomInt, randomUUID } from 'node:crypto'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'
import { type Account, type Factor, hasFactor, isProven, person } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { isAsProven, proving } from '../accounts/proof.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { matchedStep, newTotpSecret, totpUri } from './totp.ts'

const maxFactors = 10
const repeatMs = 5 * 60_000

/** `sessionId`: the caller's session, which stays. */
type Confirmation = { factorId: string; code: string; sessionId?: string }
type Enrolled = { account: Account; recoveryCodes: string[] }
type Parts = { accounts: AccountStore; outbox: Outbox; sealer: Sealer; now: () => Date }

/** TOTP as a second factor with single-use recovery codes; the secrets are stored sealed. */
export function createFactors(parts: Parts) {
  const { accounts, outbox, now } = parts

  return {
    list: async (userId: string) => {
      const account = await owned(accounts, userId)
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

    enrol: (userId: string, name: string) => enrol(parts, userId, name),

    /**
     * Finishes an enrolment; returns the recovery codes, which are shown only once. Repeated with the same code it
     * returns new ones, because the first answer may be lost and only hashes are stored.
     */
    confirm: async (userId: string, { factorId, code, sessionId }: Confirmation): Promise<Enrolled> => {
      const recoveryCodes = newRecoveryCodes()
      const hashes = recoveryCodes.map(recoveryHash)
      const updated = await outbox.update(accounts.collection, userId, (account) => {
        const event = changed(account, { change: 'enrolled', sessionId })
        const factor = account.factors.find(({ id }) => id === factorId)
        if (factor && isRepeated(parts, account, factor, code))
          // no new proof: it would void the challenge and the session of a further repetition
          return { update: { $set: { recoveryCodes: hashes } }, event }
        if (factor?.verifiedAt !== null) throw problem('not-found')
        const lastStep = stepOf(parts, factor, code)
        if (lastStep === null) throw problem('mfa-code-wrong')
        const factors = [...finished(account), { ...factor, verifiedAt: now(), lastStep }]
        return { update: proving('factor-change', { factors, recoveryCodes: hashes }), event }
      })
      if (!updated) throw problem('not-found')
      return { account: updated, recoveryCodes }
    },

    /** @param proven the account as its owner proved it */
    remove: async (
      proven: Account,
      { factorId, sessionId }: Pick<Confirmation, 'factorId' | 'sessionId'>,
    ): Promise<Account | null> =>
      outbox.update(accounts.collection, proven._id, (doc) => {
        if (!isAsProven(doc, proven)) throw problem('password-wrong')
        if (!doc.factors.some((factor) => factor.id === factorId)) throw problem('not-found')
        const factors = finished(doc).filter((factor) => factor.id !== factorId)
        const recoveryCodes = hasFactor({ factors }) ? doc.recoveryCodes : []
        return {
          update: proving('factor-change', { factors, recoveryCodes }),
          event: changed(doc, { change: 'removed', sessionId }),
        }
      }),

    /** Uses up a code of an app or a recovery code. @throws problem `mfa-code-wrong` */
    spend: async (userId: string, code: string): Promise<Account> => {
      const hash = recoveryHash(code)
      const recovered = await outbox.update(accounts.collection, userId, (account) => {
        if (!account.recoveryCodes.includes(hash)) return null
        const recoveryCodes = account.recoveryCodes.filter((one) => one !== hash)
        return { update: { $set: { recoveryCodes } }, event: changed(account, { change: 'recovery-used' }) }
      })
      return recovered ?? spendStep(parts, userId, code)
    },
  }
}

async function enrol({ accounts, sealer, now }: Parts, userId: string, name: string) {
  for (;;) {
    const account = await owned(accounts, userId)
    if (!isProven(account)) throw problem('email-unproven')
    const kept = finished(account)
    if (kept.length >= maxFactors) throw problem('too-many-factors')
    const secret = newTotpSecret()
    const factor = {
      id: randomUUID(),
      name: name.trim() || 'TOTP',
      sealedSecret: sealer.seal(secret),
      verifiedAt: null,
      createdAt: now(),
      lastStep: 0,
    }
    // replaces an unfinished enrolment; compare-and-set, because a blind write would drop a factor that is confirmed at
    // the same time
    if (await replaceFactors(accounts, account, [...kept, factor]))
      return { id: factor.id, secret, uri: totpUri(secret, account.email) }
  }
}

/** Stores the used time step by compare-and-set: of two callers with the same code only one succeeds. */
async function spendStep(parts: Parts, userId: string, code: string): Promise<Account> {
  const account = await owned(parts.accounts, userId)
  for (const factor of account.factors.filter((one) => one.verifiedAt !== null)) {
    const step = stepOf(parts, factor, code)
    if (step === null) continue
    const factors = account.factors.map((one) => (one === factor ? { ...one, lastStep: step } : one))
    if (await replaceFactors(parts.accounts, account, factors)) return account
  }
  throw problem('mfa-code-wrong')
}

/** Also raises the version, so that a concurrent command decides again and does not restore an old time step. */
async function replaceFactors(accounts: AccountStore, account: Account, factors: Factor[]): Promise<boolean> {
  const { modifiedCount } = await accounts.collection.updateOne(
    { _id: account._id, factors: account.factors },
    { $set: { factors }, $inc: { v: 1 } },
  )
  return modifiedCount === 1
}

async function owned(accounts: AccountStore, userId: string): Promise<Account> {
  const account = await accounts.byId(userId)
  if (!account) throw problem('not-found')
  return account
}

/**
 * Whether this code confirmed the factor some minutes ago, and neither the factor nor a recovery code was used to sign in
 * since. The confirmation ended all other sessions, and a new one needs a code, so the caller is the one who enrolled.
 */
function isRepeated({ sealer, now }: Parts, account: Account, factor: Factor, code: string): boolean {
  const { sealedSecret, verifiedAt, lastStep } = factor
  if (verifiedAt === null || now().getTime() - verifiedAt.getTime() > repeatMs) return false
  if (account.recoveryCodes.length < recoveryCodeCount) return false
  // `as`: sealed by `enrol`
  return matchedStep(sealer.unseal(sealedSecret) as string, code, lastStep - 1, verifiedAt) === lastStep
}

const stepOf = ({ sealer, now }: Parts, factor: Factor, code: string) =>
  // `as`: sealed by `enrol`
  matchedStep(sealer.unseal(factor.sealedSecret) as string, code, factor.lastStep, now())

/** Every change of the factors drops unfinished enrolments. */
const finished = ({ factors }: Account) => factors.filter((factor) => factor.verifiedAt !== null)

export type Factors = ReturnType<typeof createFactors>

type Changed = Omit<DarsiEvent<'user.second-factor-changed'>['data'], 'userId' | 'role'>

export function changed(account: Account, how: Changed) {
  return {
    type: 'user.second-factor-changed' as const,
    data: { userId: account._id, role: account.role, ...how },
    personal: person(account),
  }
}

const recoveryCodeCount = 10
// 24 of 31 letters are 118 random bits, so one round of SHA-256 is enough (ASVS 5.0 6.5.2 requires 112)
const groups = 6
const groupLength = 4
// without letters and digits that look alike
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten codes for a lost phone: shown once, each works once. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => Array.from({ length: groups }, newGroup).join('-'))
}

function newGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** The stored hash of a code; dashes, spaces and case are ignored. */
function recoveryHash(code: string): string {
  return hashOf(code.replaceAll(/[\s-]/g, '').toLowerCase())
}

/** Removes all second factors and recovery codes of an account, and ends its sessions: for the operator, without a code. */
export async function removeFactors(
  { accounts, sessions, outbox }: Pick<Parts, 'accounts' | 'outbox'> & { sessions: Pick<Sessions, 'endAll'> },
  email: string,
): Promise<'removed' | 'no-account' | 'no-factor'> {
  const found = await accounts.byEmail(normaliseEmail(email))
  if (!found) return 'no-account'
  const after = await outbox.update(accounts.collection, found._id, (account) => {
    if (!hasFactor(account)) return null
    return {
      update: proving('factor-change', { factors: [], recoveryCodes: [] }),
      event: changed(account, { change: 'removed', by: 'operator' }),
    }
  })
  if (!after) return 'no-factor'
  await sessions.endAll(found._id)
  return 'removed'
}
