import { baseConfig, readConfig, redisUrl } from '@darsi/kit/config.ts'
import * as z from 'zod'

const atLeastOne = z.coerce.number().int().min(1).max(1_000_000)

const schema = z.object({
  ...baseConfig,
  REDIS_URL: redisUrl,
  /** Contact messages an hour, and as many sign-ups for the newsletter. */
  LIMIT_CONTACTS_PER_EMAIL: atLeastOne.default(5),
  LIMIT_CONTACTS_PER_ADDRESS: atLeastOne.default(100),
  /** Multiplies every limit: for load tests on loopback. */
  LIMITS_FACTOR: z.coerce.number().int().min(1).max(100_000).default(1),
})

export type Config = z.output<typeof schema>
export const config = () => readConfig(schema)

export function formLimitsOf(config: Config) {
  return {
    perEmail: config.LIMIT_CONTACTS_PER_EMAIL * config.LIMITS_FACTOR,
    perAddress: config.LIMIT_CONTACTS_PER_ADDRESS * config.LIMITS_FACTOR,
  }
}
