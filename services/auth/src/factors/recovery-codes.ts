import { randomInt } from 'node:crypto'
import { hashOf } from '@darsi/kit/identity/tokens.ts'

export const recoveryCodeCount = 10
// 24 of 31 letters are 118 random bits, so one round of SHA-256 is enough (ASVS 5.0 6.5.2 requires 112)
const groups = 6
const groupLength = 4
// without letters and digits that look alike
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten codes for a lost phone: shown once, each works once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => Array.from({ length: groups }, newGroup).join('-'))
}

function newGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** The stored hash of a code; dashes, spaces and case are ignored. */
export function recoveryHash(code: string): string {
  return hashOf(code.replaceAll(/[\s-]/g, '').toLowerCase())
}
