import { createHash } from 'node:crypto'
import { limitKey } from '@darsi/kit/http/limit-key.ts'
import { problem, rateLimited } from '@darsi/kit/http/problem.ts'
import type { ProofOfWork } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** One submission; it carries a proof of work only when one was required. */
type Submission = { email: string; clientIp: string; altcha?: string | undefined }
export type FormLimits = { take: (submission: Submission) => Promise<void> }
type Sizes = { perEmail: number; perAddress: number }

/**
 * product.md §3: 5 an hour per email address, 100 per client address; above half of that a proof of work is required.
 * Each submission sends mails, so all are refused while Redis is down.
 */
export function createFormLimits(
  redis: Redis,
  form: string,
  sizes: Sizes,
  { isSolved }: Pick<ProofOfWork, 'isSolved'>,
): FormLimits {
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
    take: async ({ email, clientIp, altcha }) => {
      const address = limitKey(clientIp)
      const { consumedPoints } = await perAddress.consume(address).catch(refuse)
      if (consumedPoints > sizes.perAddress / 2 && !(await isSolved(altcha))) {
        // not counted now: the same submission counts when it is repeated with the proof
        await perAddress.reward(address).catch(refuse)
        throw problem('proof-of-work-required')
      }
      await perEmail.consume(createHash('sha256').update(email).digest('base64url')).catch(refuse)
    },
  }
}

function refuse(rejected: unknown): never {
  if (rejected instanceof RateLimiterRes) throw rateLimited(rejected.msBeforeNext)
  throw problem('unavailable', { retryAfter: 5, cause: rejected })
}
