import { randomInt } from 'node:crypto'
import { hashOf } from '../secrets.ts'

const count = 10
const length = 10
// without the letters and digits that are read for one another
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten codes for the day the phone is lost: shown once, each works once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
}

/** What is kept of a code; dashes, spaces and case do not matter when it is typed. */
export function recoveryHash(code: string): string {
  return hashOf(code.replaceAll(/[\s-]/g, '').toLowerCase())
}
