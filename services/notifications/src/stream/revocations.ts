import { revokedBeforeKey, revokedSessionKey } from '@darsi/contracts/access-token.ts'
import type { Redis } from 'ioredis'
import type { Stream } from './open-streams.ts'

const batchSize = 500

/**
 * Which streams belong to sessions that ended. The gateway asks this at each call; a stream is one call that lasts.
 * With Redis down nothing is known and reads go on (product.md §3); a stream ends by its age then.
 */
export function createRevocations(redis: Redis) {
  return async (streams: readonly Stream[]): Promise<Stream[]> => {
    if (redis.status !== 'ready') return []
    const ended: Stream[] = []
    for (let at = 0; at < streams.length; at += batchSize) {
      const batch = streams.slice(at, at + batchSize)
      const keys = batch.flatMap(({ sessionId, userId }) => [
        revokedSessionKey(sessionId),
        revokedBeforeKey(userId),
      ])
      const values = await redis.mget(keys)
      ended.push(...batch.filter((stream, index) => isOver(stream, values[2 * index], values[2 * index + 1])))
    }
    return ended
  }
}

/** @param before epoch seconds: tokens that were issued earlier are refused, and an older stream was opened by one */
export function isOver(
  { openedAt }: Pick<Stream, 'openedAt'>,
  session: string | null | undefined,
  before: string | null | undefined,
): boolean {
  if (session != null) return true
  // in the same second nobody knows; whoever still may comes back at once
  return before != null && Math.floor(openedAt / 1000) <= Number(before)
}
