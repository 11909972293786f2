import { problem } from '@darsi/kit/problem.ts'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

const hour = 3600
const day = 24 * hour

/** product.md §3 Limits, keyed by the call's own name and never by its path. */
const rules = {
  'login-account': { points: 5, duration: 15 * 60 },
  'login-address': { points: 100, duration: day },
  'factor-account': { points: 10, duration: 15 * 60 },
  'register-email': { points: 5, duration: hour },
  'register-address': { points: 100, duration: hour },
  'forgot-email': { points: 5, duration: hour },
  'forgot-address': { points: 100, duration: hour },
  'resend-email': { points: 5, duration: hour },
  'resend-address': { points: 100, duration: hour },
} as const

export type LimitName = keyof typeof rules
export type Limits = {
  /** Counts one. @throws problem `rate-limited` past the limit, `unavailable` when Redis is down */
  take: (name: LimitName, key: string) => Promise<void>
  /** Gives back what a success should not have cost. */
  forgive: (name: LimitName, key: string) => Promise<void>
}

/** Atomic counters in Redis. Without Redis nobody signs in or registers: guessing must never be free. */
export function createLimits(redis: Redis, factor = 1, keyPrefix = 'limit:auth'): Limits {
  const limiters = new Map(
    Object.entries(rules).map(([name, { points, duration }]) => [
      name,
      new RateLimiterRedis({
        storeClient: redis,
        points: points * factor,
        duration,
        keyPrefix: `${keyPrefix}:${name}`,
      }),
    ]),
  )
  const limiter = (name: LimitName): RateLimiterRedis => {
    const found = limiters.get(name)
    if (!found) throw new Error(`no limit ${name}`)
    return found
  }
  return {
    take: async (name, key) => {
      try {
        await limiter(name).consume(key)
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes))
          throw problem('unavailable', { retryAfter: 5, cause: rejected })
        const seconds = Math.max(1, Math.ceil(rejected.msBeforeNext / 1000))
        throw problem('rate-limited', { retryAfter: seconds, params: { minutes: Math.ceil(seconds / 60) } })
      }
    },
    forgive: async (name, key) => {
      await limiter(name).reward(key)
    },
  }
}
