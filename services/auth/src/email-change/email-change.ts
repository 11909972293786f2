import { isEmail, normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { addressesLeft, liveUndos, reservedUntil, undoBy } from '../accounts/email-undo.ts'
import type { NotifyOwner } from '../accounts/notify-owner.ts'
import { isAsProven } from '../accounts/proof.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { confirmed, requested, takenBack } from './email-change-steps.ts'

type Parts = {
  accounts: AccountStore
  passwords: Passwords
  sessions: Sessions
  outbox: Outbox
  notifyOwner: NotifyOwner
  now: () => Date
}
/** The caller, if the page sent its session with the mailed token. */
type Caller = Identity | null

/**
 * Changes of address. A new address becomes active when its mailed link is used. The old address gets a notice at once
 * and can undo the change.
 */
export function createEmailChange(parts: Parts) {
  const { accounts, outbox, notifyOwner, now } = parts

  return {
    /**
     * For a taken address the answer and the work are the same, and its owner gets a notice instead of a link.
     * @param proven the account as its owner proved it
     */
    request: async (proven: Account, email: string): Promise<void> => {
      const claimant = await accounts.claimantOf(email)
      const owner = claimant && isTakenFor(proven, claimant, email, now()) ? claimant : null
      const wish = { email, isTaken: owner !== null, token: newToken(), cancelToken: newToken(), at: now() }
      await outbox.update(accounts.collection, proven._id, (account) => {
        // the password changed or the account was suspended since the proof
        if (!isAsProven(account, proven) || account.status === 'suspended') throw problem('session-ended')
        return requested(account, wish)
      })
      await notifyOwner(owner, { how: 'email-change', email })
    },

    confirm: (token: string, caller: Caller) => confirm(parts, token, caller),

    /**
     * "This was not me": cancels a pending change, or undoes an active one.
     * @throws problem `email-change-link-unknown`
     */
    refuse: async (token: string): Promise<'cancelled' | 'undone'> => {
      const hash = hashOf(token)
      const found = await accounts.byEmailUndo(hash)
      if (!found || !undoBy(found, hash, now())) throw problem('email-change-link-unknown')
      return undo(parts, found, hash)
    },

    sweep: async (): Promise<number> => {
      const found = await accounts.withOldUndos(now())
      for (const account of found) {
        const emailUndos = liveUndos(account, now())
        await accounts.forgetUndos(account._id, now())
        for (const email of addressesLeft(account, { ...account, emailUndos }))
          await accounts.addresses.release(email, account._id, now())
      }
      return found.length
    },
  }
}

/** @returns false when the token does not belong to a change of address */
async function confirm(parts: Parts, token: string, caller: Caller): Promise<boolean> {
  const { accounts, sessions, outbox, now } = parts
  const hash = hashOf(token)
  const found = await accounts.byEmailChange(hash)
  if (!found?.emailChange) return false
  if (found.emailChange.expiresAt <= now()) throw problem('verification-link-expired')
  // another person registered with the address since the request
  if (!(await accounts.addresses.claim(found.emailChange.email, found._id, now())))
    throw problem('verification-token-unknown')
  const undoToken = newToken()
  const sessionId = sessionOf(caller, found)
  // the old address stays claimed while the change can be undone
  const changed = await outbox.update(accounts.collection, found._id, (account) =>
    confirmed(account, { hash, undoToken, sessionId, at: now() }),
  )
  await sessions.endAll(found._id, sessionId, changed)
  return true
}

/**
 * Keeps or restores the old address and removes what an intruder may have set up. The owner gets a mailed reset link.
 */
async function undo(parts: Parts, found: Account, hash: string): Promise<'cancelled' | 'undone'> {
  const { accounts, passwords, sessions, outbox, now } = parts
  const resetToken = newToken()
  // a random password, so that the intruder's stops working
  const passwordHash = await passwords.hash(newToken())
  let before = found
  const after = await outbox.update(accounts.collection, found._id, (account) => {
    before = account
    return takenBack(account, { hash, resetToken, passwordHash, at: now() })
  })
  await sessions.endAll(found._id)
  for (const email of after ? addressesLeft(before, after) : [])
    await accounts.addresses.release(email, found._id, now())
  return after?.email === before.email ? 'cancelled' : 'undone'
}

/** Whether the account that claimed the address keeps it from the one that asks for it. */
const isTakenFor = (asking: Account, claimant: Account, email: string, now: Date): boolean =>
  claimant.email === email ||
  (claimant._id !== asking._id && reservedUntil(claimant, email, now) !== undefined)

const sessionOf = (caller: Caller, { _id }: Account) =>
  caller?.userId === _id ? caller.sessionId : undefined

/** @throws problem `email-invalid` */
export function newAddress(address: string): string {
  const email = normaliseEmail(address)
  if (!isEmail(email)) throw problem('email-invalid')
  return email
}

export type EmailChange = ReturnType<typeof createEmailChange>
