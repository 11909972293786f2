import { createHmac } from 'node:crypto'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { mostWork } from '@darsi/contracts/rules/proof-of-work.ts'
import { createChallenge, verifySolution } from 'altcha-lib/v1'
import type { Redis } from 'ioredis'
import * as z from 'zod'
import { keysIn } from '../events/seal.ts'
import { problem } from '../http/problem.ts'

const algorithm = 'SHA-256'
const lifeMs = 10 * 60 * 1000
// about a quarter of a second on a phone; each step of work doubles it
const largest = (work: number) => 50_000 * 2 ** work

export type Challenge = Api['GET /auth/challenge']['answer']

export type ProofOfWork = {
  /** ALTCHA (v1): find the number n for which SHA-256(salt + n) is the challenge. */
  challenge: (work?: number) => Promise<Challenge>
  /** True for an unexpired solution of one of our challenges with at least this work that was not used before. */
  isSolved: (solution: string | undefined, work?: number) => Promise<boolean>
}

/** Checks the caller's proof of work; called only when a limit is nearly reached. */
export type IsHuman = (work: number) => Promise<boolean>

// the library uses the algorithm and salt of the input, so check them first
const hex = z.string().regex(/^[0-9a-f]{64}$/)
const solutionSchema = z.object({
  algorithm: z.literal(algorithm),
  challenge: hex,
  number: z.number().int().min(0).max(largest(mostWork)),
  // ends with a delimiter, or digits of the number could be moved into the time. The hash covers the salt, so the work in
  // it cannot be changed
  salt: z.string().regex(/^[0-9a-f]{24}\?work=[0-9]&expires=[0-9]{1,12}&$/),
  signature: hex,
})

/**
 * Challenges that every service can check, whichever issued them: they share PROOF_KEY, and Redis keeps the used ones.
 * @param proofKey as `keysIn` reads it: the first key signs, all are accepted
 */
export function createProofOfWork(redis: Redis, proofKey: string, now: () => Date): ProofOfWork {
  const [first, ...others] = keysIn(proofKey)
  const hmacKey = derived(first)
  const keys = [hmacKey, ...others.map(derived)]
  return {
    challenge: (work = 0) =>
      createChallenge({
        hmacKey,
        maxnumber: largest(work),
        params: { work: String(work) },
        expires: new Date(now().getTime() + lifeMs),
      }),
    isSolved: async (solution, work = 0) => {
      const parsed = solutionSchema.safeParse(solution && decoded(solution))
      if (!parsed.success) return false
      const { salt } = parsed.data
      if (!(numberIn(salt, 'expires') * 1000 > now().getTime()) || numberIn(salt, 'work') < work) return false
      // the clock that issues challenges also checks them
      const verified = await Promise.all(keys.map((key) => verifySolution(parsed.data, key, false)))
      return verified.includes(true) && spend(redis, parsed.data.challenge)
    },
  }
}

async function spend(redis: Redis, challenge: string): Promise<boolean> {
  try {
    return (await redis.set(`proof:${challenge}`, '1', 'PX', lifeMs, 'NX')) === 'OK'
  } catch (cause) {
    throw problem('unavailable', { retryAfter: 5, cause })
  }
}

function decoded(solution: string): unknown {
  try {
    return JSON.parse(Buffer.from(solution, 'base64').toString())
  } catch {
    // not in the form of a solution
    return null
  }
}

const numberIn = (salt: string, name: string) => Number(new URLSearchParams(salt.split('?')[1]).get(name))
const derived = (key: Buffer) => createHmac('sha256', key).update('proof-of-work').digest('hex')
