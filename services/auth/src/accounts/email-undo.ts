import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { type Account, type EmailUndo, type Factor, verificationLifeMs } from './account.ts'

export const undoLifeMs = retentionSeconds('earlier-addresses') * 1000
/** Each undo blocks an address; a limit, but one that does not let a thief displace the owner's undo. */
export const maxUndos = 5
/** An intruder may add a factor first, to lock the owner out. */
const suspectMs = 7 * dayMs

type Changed = Pick<Account, 'email' | 'emailUndos' | 'factors' | 'recoveryCodes'>
type Target = Pick<EmailUndo, 'email' | 'changedAt'>

export function liveUndos({ emailUndos }: Pick<Account, 'emailUndos'>, now: Date): EmailUndo[] {
  return emailUndos.filter(({ expiresAt }) => expiresAt > now)
}

/** Until when the account may return to an address that it has left. */
export function reservedUntil(account: Changed, email: string, now: Date): Date | undefined {
  if (account.email === email) return undefined
  const ends = liveUndos(account, now).filter((undo) => undo.email === email)
  // oldest first
  return ends.at(-1)?.expiresAt
}

/** The address to which a mailed link leads back, and when it was left; of a pending change, when that was requested. */
export function undoBy(
  account: Pick<Account, 'email' | 'emailUndos' | 'emailChange'>,
  hash: string,
  now: Date,
): Target | undefined {
  const { email, emailChange } = account
  if (emailChange?.cancelHashes.includes(hash))
    return { email, changedAt: new Date(emailChange.expiresAt.getTime() - verificationLifeMs) }
  return liveUndos(account, now).find(({ hashes }) => hashes.includes(hash))
}

/**
 * The account after an undo: the old address, the undos of earlier changes, and the factors older than one week before
 * the change. Recovery codes are dropped with any dropped factor, because an intruder may have seen them.
 */
export function undone(account: Changed, undo: Target, now: Date) {
  const factors = account.factors.filter((factor) => isTrusted(factor, undo))
  const hasLost = factors.length < account.factors.length
  const emailUndos = liveUndos(account, now).filter(({ changedAt }) => changedAt < undo.changedAt)
  return { email: undo.email, emailUndos, factors, recoveryCodes: hasLost ? [] : account.recoveryCodes }
}

export function addressesLeft(before: Changed, after: Pick<Changed, 'email' | 'emailUndos'>): string[] {
  const kept = new Set(addressesOf(after))
  return addressesOf(before).filter((email) => !kept.has(email))
}

const addressesOf = ({ email, emailUndos }: Pick<Changed, 'email' | 'emailUndos'>): string[] => [
  ...new Set([email, ...emailUndos.map((undo) => undo.email)]),
]

// not `createdAt`: an intruder may wait between the start of the enrolment and its first code
function isTrusted({ verifiedAt }: Factor, { changedAt }: Target): boolean {
  return verifiedAt !== null && verifiedAt.getTime() < changedAt.getTime() - suspectMs
}
