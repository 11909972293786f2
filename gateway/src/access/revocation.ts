import { setTimeout as sleep } from 'node:timers/promises'
import { createRevocationReader } from '@darsi/kit/identity/revocations.ts'
import type { Redis } from 'ioredis'
import type { Verified } from './access-token.ts'

/**
 * `unknown`: Redis does not answer. `incomplete`: it answers but lost keys that auth has not restored yet, so a revoked
 * token would seem valid.
 */
type Revocation = 'live' | 'revoked' | 'unknown' | 'incomplete'
export type CheckRevocation = (verified: Verified) => Promise<Revocation>

/** Auth normally restores within this time: the caller waits instead of getting an error. */
const patienceMs = 1000
const askAgainMs = 50

/**
 * Redis is read on every call, so that logout, suspension and deletion end access tokens at once. A second one when the first was
 * late: after a pause of this process its timer fires although the answer had arrived.
 */
export function createRevocationCheck(
  redis: Pick<Redis, 'status' | 'mget' | 'info' | 'on'>,
  patience = patienceMs,
): CheckRevocation {
  const read = inBatches(createRevocationReader(redis))
  return async ({ identity: { sessionId, userId }, issuedAt }) => {
    const ask = () => read({ sessionId, userId })
    for (const until = performance.now() + patience; ; await sleep(askAgainMs)) {
      if (redis.status !== 'ready') return 'unknown'
      try {
        const found = await ask().catch(ask)
        if (found) return isRevoked(found, issuedAt) ? 'revoked' : 'live'
      } catch {
        return 'unknown'
      }
      if (performance.now() >= until) return 'incomplete'
    }
  }
}

/** One MGET for all calls of one turn of the event loop: each is read after its call arrived. */
function inBatches<T, Answer>(read: (asked: readonly T[]) => Promise<readonly Answer[] | null>) {
  let waiting: { asked: T; resolve: (answer: Answer | null) => void; reject: (error: unknown) => void }[] = []
  const flush = async () => {
    const batch = waiting
    waiting = []
    try {
      const answers = await read(batch.map(({ asked }) => asked))
      for (const [index, { resolve }] of batch.entries()) resolve(answers?.[index] ?? null)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  return (asked: T) =>
    new Promise<Answer | null>((resolve, reject) => {
      if (waiting.push({ asked, resolve, reject }) === 1) setImmediate(flush)
    })
}

function isRevoked({ session, before }: { session: string | null; before: string | null }, issuedAt: number) {
  return session !== null || (before !== null && issuedAt < Number(before))
}
