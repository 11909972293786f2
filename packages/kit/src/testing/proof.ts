import { createHash } from 'node:crypto'
import type { Challenge } from '../proof-of-work/proof-of-work.ts'

/** Solves a challenge, as the application does. */
export async function solved(challenge: Challenge | Promise<Challenge>): Promise<string> {
  const { maxnumber = 0, ...of } = await challenge
  for (let number = 0; number <= maxnumber; number++) {
    const hash = createHash('sha256').update(`${of.salt}${number}`).digest('hex')
    if (hash === of.challenge) return Buffer.from(JSON.stringify({ ...of, number })).toString('base64')
  }
  throw new Error('a challenge without a solution')
}
