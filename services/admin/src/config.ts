import { baseConfig, readConfig, redisUrl } from '@darsi/kit/config.ts'
import * as z from 'zod'

const atLeastOne = z.coerce.number().int().min(1).max(1_000_000)

export const schema = z.object({
  ...baseConfig,
  REDIS_URL: redisUrl,
  LIMIT_CONTACTS_PER_EMAIL: atLeastOne
    .default(5)
    .describe('Contact messages an hour per e-mail address, and as many newsletter sign-ups.'),
  LIMIT_CONTACTS_PER_ADDRESS: atLeastOne.default(100).describe('The same per client address.'),
  LIMITS_FACTOR: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(1)
    .describe('Multiplies every limit: for load tests on loopback.'),
})

export type Config = z.output<typeof schema>
export const config = () => readConfig(schema)

export function formLimitsOf(config: Config) {
  return {
    perEmail: config.LIMIT_CONTACTS_PER_EMAIL * config.LIMITS_FACTOR,
    perAddress: config.LIMIT_CONTACTS_PER_ADDRESS * config.LIMITS_FACTOR,
  }
}
