import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Redis } from 'ioredis'
import * as z from 'zod'
import { problem } from './problem.ts'

const algorithm = 'SHA-256'
const lifeMs = 10 * 60 * 1000
// about a quarter of a second on a phone
const maxnumber = 50_000

type Challenge = { algorithm: string; challenge: string; maxnumber: number; salt: string; signature: string }

export type ProofOfWork = {
  /** ALTCHA (v1): find the number n for which SHA-256(salt + n) is the challenge. */
  challenge: () => Challenge
  /** True for a solution of ours that is in time and was not used before. */
  isSolved: (solution: string | undefined) => Promise<boolean>
}

/** Judges the caller's proof of work; asked only where a limit is used far enough. */
export type IsHuman = () => Promise<boolean>

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const solutionSchema = z.object({
  algorithm: z.literal(algorithm),
  challenge: hex,
  number: z.number().int().min(0).max(maxnumber),
  // ends with a delimiter, or digits of the number could be moved over to the time
  salt: z.string().regex(/^[0-9a-f]{24}\?expires=[0-9]{1,12}&$/),
  signature: hex,
})

/**
 * Challenges that each service can judge, whichever issued them: their keys are derived from the secret that all
 * services share, and what was used stands in the Redis that they share.
 * @param eventKeys as for `createSealer`: the first signs, all are accepted, so that a key can be rotated
 */
export function createProofOfWork(redis: Redis, eventKeys: string, now: () => Date): ProofOfWork {
  const keys = eventKeys.split(',').map((key) => derived(Buffer.from(key.trim(), 'base64')))
  const [first] = keys
  if (!first) throw new Error('EVENT_KEY holds no key')
  return {
    challenge: () => {
      const expires = Math.floor((now().getTime() + lifeMs) / 1000)
      const salt = `${randomBytes(12).toString('hex')}?expires=${expires}&`
      const challenge = digest(salt + randomInt(maxnumber + 1))
      return { algorithm, challenge, maxnumber, salt, signature: sign(first, challenge) }
    },
    isSolved: async (solution) => {
      const parsed = solutionSchema.safeParse(solution && decoded(solution))
      if (!parsed.success) return false
      const { challenge, number, salt, signature } = parsed.data
      if (!(expiryOf(salt) > now().getTime())) return false
      if (digest(salt + number) !== challenge) return false
      if (!keys.some((key) => isEqual(sign(key, challenge), signature))) return false
      return spend(redis, challenge)
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
    // not even of the form of a solution
    return null
  }
}

const expiryOf = (salt: string) => Number(new URLSearchParams(salt.split('?')[1]).get('expires')) * 1000
const derived = (key: Buffer) => createHmac('sha256', key).update('proof-of-work').digest()
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const sign = (key: Buffer, challenge: string) => createHmac('sha256', key).update(challenge).digest('hex')
const isEqual = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))
