import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import type { Account, EmailUndo, Factor } from '../accounts/account.ts'

const day = 24 * 3600 * 1000
export const undoLifeMs = retentionSeconds('earlier-addresses') * 1000
/** Each keeps an address from others, and a thief must not push the owner's out. */
export const maxUndos = 5
/** Whoever takes an account over sets up a factor first, so that the owner stays out. */
const suspectMs = 7 * day

type Changed = Pick<Account, 'email' | 'emailUndos' | 'factors' | 'recoveryCodes'>

export function liveUndos({ emailUndos = [] }: Pick<Account, 'emailUndos'>, now: Date): EmailUndo[] {
  return emailUndos.filter(({ expiresAt }) => expiresAt > now)
}

export function undoBy(account: Changed, hash: string, now: Date): EmailUndo | undefined {
  return liveUndos(account, now).find(({ hashes }) => hashes.includes(hash))
}

/**
 * What an undo leaves: the address of before, the undos of earlier changes, and the factors that are older than the
 * week before the change. The recovery codes go with any factor that goes: its owner has seen them.
 */
export function undone(account: Changed, undo: EmailUndo, now: Date) {
  const factors = account.factors.filter((factor) => isTrusted(factor, undo))
  const hasLost = factors.length < account.factors.length
  const emailUndos = liveUndos(account, now).filter(({ changedAt }) => changedAt < undo.changedAt)
  return { email: undo.email, emailUndos, factors, recoveryCodes: hasLost ? [] : account.recoveryCodes }
}

/** The addresses that an account had a claim to and has no more. */
export function addressesLeft(before: Changed, after: Pick<Changed, 'email' | 'emailUndos'>): string[] {
  const kept = new Set(addressesOf(after))
  return addressesOf(before).filter((email) => !kept.has(email))
}

const addressesOf = ({ email, emailUndos = [] }: Pick<Changed, 'email' | 'emailUndos'>): string[] => [
  ...new Set([email, ...emailUndos.map((undo) => undo.email)]),
]

function isTrusted({ verifiedAt, createdAt }: Factor, { changedAt }: EmailUndo): boolean {
  return verifiedAt !== null && createdAt.getTime() < changedAt.getTime() - suspectMs
}
