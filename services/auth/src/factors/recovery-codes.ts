import { randomInt } from 'node:crypto'
import { hashOf } from '@darsi/kit/identity/tokens.ts'

const count = 10
// 24 of 31 letters are 118 random bits: one round of SHA-256 then keeps them safe (ASVS 5.0 6.5.2 asks for 112)
const groups = 6
const groupLength = 4
// without the letters and digits that are read for one another
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten codes for the day the phone is lost: shown once, each works once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => Array.from({ length: groups }, newGroup).join('-'))
}

function newGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** What is kept of a code; dashes, spaces and case do not matter when it is typed. */
export function recoveryHash(code: string): string {
  return hashOf(code.replaceAll(/[\s-]/g, '').toLowerCase())
}
