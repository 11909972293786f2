import { randomInt } from 'node:crypto'
import { dayMs, hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'

/** A code for another parent, or the link mailed to a minor's guardian. Only the token's hash is stored. */
export type GuardianLink = {
  _id: string
  hash: string
  childId: string | null
  studentId: string | null
  by: string
  usedBy: string | null
  /** The former guardian for whom it is; nobody else may use it. Null: whoever has the token. */
  formerId: string | null
  isVoid: boolean
  /** Its receiver does not know the learner; the learner is not informed. */
  declinedAt: Date | null
  /** Where the mail went; removed once the link is used. */
  email?: string
  expiresAt: Date
  createdAt: Date
}

export const codeMs = 48 * hourMs
export const invitationMs = 7 * dayMs
// without letters and digits that look alike
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 10

/**
 * What a student sees of the newest link.
 * @param isGuardian the person who used it is a guardian, or waits for the agreement of others
 */
export function invitationState(
  { usedBy, expiresAt }: Pick<GuardianLink, 'usedBy' | 'expiresAt'>,
  isGuardian: boolean,
  now: Date,
): 'waiting' | 'used' | 'expired' {
  if (usedBy) return isGuardian ? 'used' : 'expired'
  return expiresAt <= now ? 'expired' : 'waiting'
}

/** 50 random bits that can be read aloud: `ABCDE-23456`. */
export function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Ignores the dash, spaces and letter case of a code, because codes are typed; a mailed token has to be exact. */
export function linkHash(token: string): string {
  const letters = token.replace(/[\s-]/g, '').toUpperCase()
  const isCode = letters.length === codeLength && [...letters].every((letter) => alphabet.includes(letter))
  return hashOf(isCode ? letters : token.trim())
}
