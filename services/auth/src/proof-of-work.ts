import { createHmac } from 'node:crypto'
import { problem } from '@darsi/kit/problem.ts'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { Redis } from 'ioredis'
import { hashOf } from './secrets.ts'

const lifeMs = 10 * 60 * 1000
// about a quarter of a second on a phone
const maxnumber = 50_000

export type ProofOfWork = {
  /** ALTCHA (v1): find the number n for which SHA-256(salt + n) is the challenge. */
  challenge: () => ReturnType<typeof createChallenge>
  /** True for a solution of ours that is in time and was not used before. */
  isSolved: (solution: string | undefined) => Promise<boolean>
}

/** @param secret any secret of the service; the key is derived from it, so that replicas agree */
export function createProofOfWork(redis: Redis, secret: string, now: () => Date): ProofOfWork {
  const hmacKey = createHmac('sha256', secret).update('proof-of-work').digest('hex')
  return {
    challenge: () => createChallenge({ hmacKey, maxnumber, expires: new Date(now().getTime() + lifeMs) }),
    isSolved: async (solution) => {
      if (!solution) return false
      try {
        const expires = Number(extractParams(solution)['expires']) * 1000
        if (!(expires > now().getTime())) return false
        if (!(await verifySolution(solution, hmacKey, false))) return false
      } catch {
        // not even of the form of a solution
        return false
      }
      return spend(redis, solution)
    },
  }
}

async function spend(redis: Redis, solution: string): Promise<boolean> {
  try {
    // `as`: verified above, so it is a JSON object
    const { challenge } = JSON.parse(Buffer.from(solution, 'base64').toString()) as { challenge: string }
    return (await redis.set(`proof:${hashOf(challenge)}`, '1', 'PX', lifeMs, 'NX')) === 'OK'
  } catch (cause) {
    throw problem('unavailable', { retryAfter: 5, cause })
  }
}
