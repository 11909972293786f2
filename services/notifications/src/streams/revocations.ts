import { createRevocationReader } from '@darsi/kit/identity/revocations.ts'
import type { Redis } from 'ioredis'
import type { Stream } from './open-streams.ts'

const batchSize = 500

/**
 * Which streams belong to sessions that ended. The gateway asks this at each call; a stream is one call that lasts.
 * With Redis down nothing is known and reads go on (product.md §3); a stream ends by its age then.
 */
export function createRevocations(redis: Redis) {
  const read = createRevocationReader(redis)
  return async (streams: readonly Stream[]): Promise<Stream[]> => {
    if (redis.status !== 'ready') return []
    const ended: Stream[] = []
    for (let at = 0; at < streams.length; at += batchSize) {
      const batch = streams.slice(at, at + batchSize)
      const found = await read(batch)
      // the gateway opens no stream until auth has restored them; the next look ends those that were open
      if (!found) return ended
      ended.push(
        ...batch.filter((stream, index) => isOver(stream, found[index]?.session, found[index]?.before)),
      )
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
