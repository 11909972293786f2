import { revokedBeforeKey, revokedSessionKey } from '@darsi/contracts/access-token.ts'
import type { Redis } from 'ioredis'
import type { Verified } from './access-token.ts'

/** 'unknown' when Redis does not answer. */
export type Revocation = 'live' | 'revoked' | 'unknown'
export type CheckRevocation = (verified: Verified) => Promise<Revocation>

/**
 * One MGET per call, so that logout, suspension and deletion end live access tokens at once. A second one when the
 * first was late: a process that stood still for a moment finds its timer run out beside the answer that had come.
 */
export function createRevocationCheck(redis: Pick<Redis, 'status' | 'mget'>): CheckRevocation {
  return async ({ identity: { sessionId, userId }, issuedAt }) => {
    const ask = () => redis.mget(revokedSessionKey(sessionId), revokedBeforeKey(userId))
    if (redis.status !== 'ready') return 'unknown'
    try {
      const [session, before] = await ask().catch(ask)
      if (session != null) return 'revoked'
      return before != null && issuedAt < Number(before) ? 'revoked' : 'live'
    } catch {
      return 'unknown'
    }
  }
}
