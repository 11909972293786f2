import { limitKey } from '@darsi/kit/http/limit-key.ts'
import { rateLimited } from '@darsi/kit/http/problem.ts'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

export type Limit = (clientIp: string) => Promise<void>

/**
 * The general limit per client address over all calls; routes have stricter ones. The key is the address only, never
 * the path. Each process takes a hundredth of the limit from Redis at a time and counts it down in memory, because one
 * command per call costs more than the call: several processes together refuse an address at most a hundredth of the
 * limit per process too early, never too late. Counts in memory while Redis is down.
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
  const share = Math.max(1, Math.floor(perMinute / 100))
  const shares = new Map<string, Share>()

  const take = async (key: string): Promise<void> => {
    const taken = await limiter.consume(key, share)
    if (shares.size >= maxShares) shares.clear()
    shares.set(key, { left: share, until: Date.now() + taken.msBeforeNext })
  }
  const taking = new Map<string, Promise<void>>()
  const takeOnce = (key: string): Promise<void> => {
    const running = taking.get(key) ?? take(key).finally(() => taking.delete(key))
    taking.set(key, running)
    return running
  }
  const spend = (key: string): boolean => {
    const own = shares.get(key)
    if (!own || own.left === 0 || own.until <= Date.now()) return false
    own.left--
    return true
  }

  return async (clientIp) => {
    const key = limitKey(clientIp)
    try {
      // others that waited for the same share may have used it up
      while (!spend(key)) await takeOnce(key)
    } catch (rejected) {
      throw rejected instanceof RateLimiterRes ? rateLimited(rejected.msBeforeNext) : rejected
    }
  }
}

type Share = { left: number; until: number }

const maxShares = 50_000
