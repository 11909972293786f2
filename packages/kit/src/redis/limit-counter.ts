import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { problem, rateLimited } from '../http/problem.ts'
import type { IsHuman } from '../proof-of-work/proof-of-work.ts'

type Counter = {
  /** Prefix of its keys in Redis. */
  name: string
  /** The limit that `take` measures by. */
  size: number
  /** Calls beyond it are refused, with the time left; by default `size`. */
  most?: number
  /** Seconds. */
  duration: number
}

/** Counts attempts per key in Redis. Without Redis every call is refused, because what is counted must stay limited. */
export function createLimitCounter(redis: Redis, { name, size, most = size, duration }: Counter) {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    points: most,
    duration,
    keyPrefix: name,
    rejectIfRedisNotReady: true,
  })
  return {
    /** @returns the number of attempts with this key, divided by `size` */
    take: async (key: string): Promise<number> =>
      (await limiter.consume(key).catch(refuse)).consumedPoints / size,
    forgive: async (key: string): Promise<void> => {
      await limiter.reward(key).catch(refuse)
    },
    clear: async (key: string): Promise<void> => {
      await limiter.delete(key).catch(refuse)
    },
  }
}

/**
 * An attempt without the proof was not checked, so it is not counted in addition to its repetition.
 * @param work how often the work is doubled
 */
export async function demandProof(isHuman: IsHuman, forgive: () => Promise<void>, work = 0): Promise<void> {
  if (await isHuman(work)) return
  await forgive()
  throw problem('proof-of-work-required', { extra: { work } })
}

function refuse(rejected: unknown): never {
  if (rejected instanceof RateLimiterRes) throw rateLimited(rejected.msBeforeNext)
  throw problem('unavailable', { retryAfter: 5, cause: rejected })
}
