import { createHash } from 'node:crypto'
import { limitKey } from '@darsi/kit/limit-key.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

export type FormLimits = { take: (email: string, clientIp: string) => Promise<void> }
type Sizes = { perEmail: number; perAddress: number }

/**
 * product.md §3: 5 an hour per e-mail address, 100 per client address. Each call makes mails, so without Redis
 * there are none.
 */
export function createFormLimits(redis: Redis, form: string, sizes: Sizes): FormLimits {
  const counter = (name: string, points: number) =>
    new RateLimiterRedis({
      storeClient: redis,
      points,
      duration: 3600,
      keyPrefix: `limit:admin:${form}-${name}`,
      rejectIfRedisNotReady: true,
    })
  const perEmail = counter('email', sizes.perEmail)
  const perAddress = counter('address', sizes.perAddress)
  return {
    take: async (email, clientIp) => {
      await perAddress.consume(limitKey(clientIp)).catch(refuse)
      await perEmail.consume(createHash('sha256').update(email).digest('base64url')).catch(refuse)
    },
  }
}

function refuse(rejected: unknown): never {
  if (!(rejected instanceof RateLimiterRes)) throw problem('unavailable', { retryAfter: 5, cause: rejected })
  const seconds = Math.max(1, Math.ceil(rejected.msBeforeNext / 1000))
  throw problem('rate-limited', { retryAfter: seconds, params: { minutes: Math.ceil(seconds / 60) } })
}
