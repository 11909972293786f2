import { problem } from '@darsi/kit/http/problem.ts'
import type { Redis } from 'ioredis'

/** Ten tabs, over all processes; further tabs poll instead. */
export const streamsPerAccount = 10
/** The places of a dead process are free again after this time. */
const placeSeconds = 45
/** Thousands of commands at once would enlarge the heap for good. */
const batchSize = 200

type Holder = { readonly id: string; readonly userId: string }

/** Counts an account's streams in Redis; without Redis each process counts its own. */
export function createPlaces(redis: Redis, prefix: string, openHere: (userId: string) => number) {
  const keyOf = (userId: string) => `${prefix}streams:${userId}`
  const isReady = () => redis.status === 'ready'

  const occupy = async ({ id, userId }: Holder, now: number): Promise<number> => {
    const key = keyOf(userId)
    const answers = await redis
      .multi()
      .zremrangebyscore(key, 0, now)
      .zadd(key, now + placeSeconds * 1000, id)
      .zcard(key)
      .expire(key, placeSeconds)
      .exec()
    return Number(answers?.[2]?.[1] ?? 0)
  }
  const release = async ({ id, userId }: Holder): Promise<void> => {
    if (isReady()) await redis.zrem(keyOf(userId), id).catch(() => undefined)
  }

  return {
    /** @throws problem `rate-limited` above the limit */
    take: async (holder: Holder, now: number): Promise<void> => {
      const held = isReady() ? await occupy(holder, now).catch(() => null) : null
      if ((held ?? openHere(holder.userId) + 1) <= streamsPerAccount) return
      await release(holder)
      throw problem('rate-limited', { params: { count: 1 }, retryAfter: placeSeconds })
    },
    keep: async (holders: readonly Holder[], now: number): Promise<void> => {
      for (let at = 0; at < holders.length && isReady(); at += batchSize) {
        const batch = redis.pipeline()
        for (const { id, userId } of holders.slice(at, at + batchSize)) {
          batch.zadd(keyOf(userId), now + placeSeconds * 1000, id).expire(keyOf(userId), placeSeconds)
        }
        await batch.exec().catch(() => undefined)
      }
    },
    release,
  }
}
