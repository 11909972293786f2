import { revokedBeforeKey, revokedSessionKey } from '@darsi/contracts/access-token.ts'
import type { Redis } from 'ioredis'
import type { Verified } from './access-token.ts'

/** 'unknown' when Redis does not answer. */
export type Revocation = 'live' | 'revoked' | 'unknown'
export type CheckRevocation = (verified: Verified) => Promise<Revocation>

/** One MGET per call, so that logout, suspension and deletion end live access tokens at once. */
export function createRevocationCheck(redis: Redis): CheckRevocation {
  return async ({ identity, issuedAt }) => {
    if (redis.status !== 'ready') return 'unknown'
    try {
      const [session, before] = await redis.mget(
        revokedSessionKey(identity.sessionId),
        revokedBeforeKey(identity.userId),
      )
      if (session != null) return 'revoked'
      return before != null && issuedAt < Number(before) ? 'revoked' : 'live'
    } catch {
      return 'unknown'
    }
  }
}
