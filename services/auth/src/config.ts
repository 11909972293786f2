import { baseConfig, jwks, readConfig, redisUrl } from '@darsi/kit/config.ts'
import * as z from 'zod'

const schema = z.object({
  ...baseConfig,
  REDIS_URL: redisUrl,
  /** Private JWKS; the first key signs access tokens, all of them are published. */
  AUTH_KEYS: jwks,
  /** OWASP's floor; raising it rehashes each password at its owner's next login. */
  ARGON2_MEMORY_KIB: z.coerce.number().int().min(19_456).default(19_456),
  ARGON2_PASSES: z.coerce.number().int().min(2).default(2),
  /** Multiplies every limit: for load tests on loopback. */
  LIMITS_FACTOR: z.coerce.number().int().min(1).max(100_000).default(1),
})

export type Config = z.output<typeof schema>
export const config = () => readConfig(schema)
