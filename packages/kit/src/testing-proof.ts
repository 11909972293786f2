import { createHash } from 'node:crypto'
import type { ProofOfWork } from './proof-of-work.ts'

/** Finds what a challenge asks for, as the application does. */
export function solved({ maxnumber, ...of }: ReturnType<ProofOfWork['challenge']>): string {
  for (let number = 0; number <= maxnumber; number++) {
    const hash = createHash('sha256').update(`${of.salt}${number}`).digest('hex')
    if (hash === of.challenge) return Buffer.from(JSON.stringify({ ...of, number })).toString('base64')
  }
  throw new Error('a challenge without a solution')
}
