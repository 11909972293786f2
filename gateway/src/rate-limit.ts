import { limitKey } from '@darsi/kit/http/limit-key.ts'
import { rateLimited } from '@darsi/kit/http/problem.ts'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

export type Limit = (clientIp: string) => Promise<void>

/**
 * The general limit per client address over all calls; routes have stricter ones. The key is the address only, never
 * the path. Counts in memory while Redis is down.
 */
export function createLimit(redis: Redis, perMinute: number, keyPrefix = 'limit:gateway'): Limit {
  const common = { points: perMinute, duration: 60, keyPrefix }
  const limiter = new RateLimiterRedis({
    ...common,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    // above the limit this process answers without asking Redis, to protect it from the flood
    inMemoryBlockOnConsumed: perMinute + 1,
    insuranceLimiter: new RateLimiterMemory(common),
  })
  return async (clientIp) => {
    try {
      await limiter.consume(limitKey(clientIp))
    } catch (rejected) {
      throw rejected instanceof RateLimiterRes ? rateLimited(rejected.msBeforeNext) : rejected
    }
  }
}
