import { createRevocationReader, isOver } from '@darsi/kit/identity/revocations.ts'
import type { Redis } from 'ioredis'
import type { Stream } from './open-streams.ts'

const batchSize = 500

/**
 * Detects streams of ended sessions. The gateway checks this at each call, and a stream is one long call. Without Redis
 * reads go on (product.md §3); the stream then ends by its age.
 */
export function createRevocations(redis: Redis) {
  const read = createRevocationReader(redis)
  return async (streams: readonly Stream[]): Promise<Stream[]> => {
    if (redis.status !== 'ready') return []
    const ended: Stream[] = []
    for (let at = 0; at < streams.length; at += batchSize) {
      const batch = streams.slice(at, at + batchSize)
      const found = await read(batch)
      // the gateway opens no stream until auth has restored the revocations; the next check ends the open ones
      if (!found) return ended
      ended.push(
        ...batch.filter((stream, index) => isOver(stream, found[index]?.session, found[index]?.before)),
      )
    }
    return ended
  }
}
