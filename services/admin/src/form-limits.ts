import { limitKey } from '@darsi/kit/http/limit-key.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'
import type { ProofOfWork } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import { createLimitCounter, demandProof } from '@darsi/kit/redis/limit-counter.ts'
import type { Redis } from 'ioredis'

/** One submission; it carries a proof of work only when one was required. */
type Submission = { email: string; clientIp: string; altcha?: string | undefined }
export type FormLimits = { take: (submission: Submission) => Promise<void> }
type Sizes = { perEmail: number; perAddress: number }

const half = 0.5

/**
 * docs/accounts.md: 5 an hour per email address, 100 per client address; above half of that a proof of work is required.
 * Each submission sends mails, so all are refused while Redis is down.
 */
export function createFormLimits(
  redis: Redis,
  form: string,
  sizes: Sizes,
  { isSolved }: Pick<ProofOfWork, 'isSolved'>,
): FormLimits {
  const counter = (name: string, size: number) =>
    createLimitCounter(redis, { name: `limit:admin:${form}-${name}`, size, duration: 3600 })
  const perEmail = counter('email', sizes.perEmail)
  const perAddress = counter('address', sizes.perAddress)
  return {
    take: async ({ email, clientIp, altcha }) => {
      const address = limitKey(clientIp)
      if ((await perAddress.take(address)) > half)
        await demandProof(
          () => isSolved(altcha),
          () => perAddress.forgive(address),
        )
      await perEmail.take(hashOf(email))
    },
  }
}
