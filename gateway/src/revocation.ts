import { createRevocationReader } from '@darsi/kit/identity/revocations.ts'
import { sleep } from '@darsi/kit/kafka/turn.ts'
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
 * One MGET per call, so that logout, suspension and deletion end access tokens at once. A second one when the first was
 * late: after a pause of this process its timer fires although the answer had arrived.
 */
export function createRevocationCheck(
  redis: Pick<Redis, 'status' | 'mget' | 'info' | 'on'>,
  patience = patienceMs,
): CheckRevocation {
  const read = createRevocationReader(redis)
  return async ({ identity: { sessionId, userId }, issuedAt }) => {
    const ask = () => read([{ sessionId, userId }])
    for (const until = Date.now() + patience; ; await sleep(askAgainMs)) {
      if (redis.status !== 'ready') return 'unknown'
      try {
        const [found] = (await ask().catch(ask)) ?? []
        if (found) return isRevoked(found, issuedAt) ? 'revoked' : 'live'
      } catch {
        return 'unknown'
      }
      if (Date.now() >= until) return 'incomplete'
    }
  }
}

function isRevoked({ session, before }: { session: string | null; before: string | null }, issuedAt: number) {
  return session !== null || (before !== null && issuedAt < Number(before))
}
