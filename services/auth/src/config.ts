import { baseConfig, jwks, limitsFactor, readConfig, redisUrl, sealingKey } from '@darsi/kit/config/config.ts'
import * as z from 'zod'
import { defaultSizes, type LimitSizes } from './limits.ts'

const atLeastOne = z.coerce.number().int().min(1).max(1_000_000)

export const schema = z.object({
  ...baseConfig,
  REDIS_URL: redisUrl,
  AUTH_KEYS: jwks.describe('Private JWKS; the first key signs access tokens, all of them are published.'),
  FACTOR_KEY: sealingKey('that seal the secrets of second factors'),
  PERSON_KEY: sealingKey('that hash addresses and telephones in the register of persons'),
  PROOF_KEY: sealingKey('that sign the proofs of work'),
  ARGON2_MEMORY_KIB: z.coerce
    .number()
    .int()
    .min(19_456)
    .default(19_456)
    .describe(
      'Memory of argon2id in KiB, OWASP’s floor; raising it rehashes each password at its owner’s next login.',
    ),
  ARGON2_PASSES: z.coerce.number().int().min(2).default(2).describe('Passes of argon2id.'),
  ADMIN_MFA: z
    .enum(['required', 'optional'])
    .optional()
    .describe('Whether administrators must have a second factor; `required`, in a demo `optional`.'),
  PUBLIC_TEACHER_POLICY: z
    .enum(['warn', 'block'])
    .default('warn')
    .describe(
      'Whether teachers of public schools may register (Decree 2015-1619): `warn` informs the administrator who approves, `block` refuses.',
    ),
  LIMIT_LOGINS_PER_ACCOUNT: atLeastOne
    .default(defaultSizes.loginsPerAccount)
    .describe('Wrong passwords or codes in 15 minutes per account and client address.'),
  LIMIT_LOGINS_PER_ADDRESS: atLeastOne
    .default(defaultSizes.loginsPerAddress)
    .describe(
      'Wrong passwords a day per client address; from half of it on each attempt needs a proof of work; no address is locked out.',
    ),
  LIMIT_LOGINS_ANYWHERE: atLeastOne
    .default(defaultSizes.loginsAnywhere)
    .describe(
      'Wrong passwords in a row for one account within 30 days, from all addresses together; further attempts need a proof of work, which doubles with every ten.',
    ),
  LIMIT_MAILS_PER_EMAIL: atLeastOne
    .default(defaultSizes.mailsPerEmail)
    .describe('Registrations, forgotten passwords and links sent again, an hour each, per e-mail address.'),
  LIMIT_MAILS_PER_ADDRESS: atLeastOne
    .default(defaultSizes.mailsPerAddress)
    .describe('The same per client address; high, because a school shares one.'),
  LIMITS_FACTOR: limitsFactor,
})

type Config = z.output<typeof schema>
export const config = () => readConfig(schema)

export function limitsOf(config: Config): LimitSizes {
  return {
    loginsPerAccount: config.LIMIT_LOGINS_PER_ACCOUNT,
    loginsPerAddress: config.LIMIT_LOGINS_PER_ADDRESS,
    loginsAnywhere: config.LIMIT_LOGINS_ANYWHERE,
    wrongInRow: defaultSizes.wrongInRow,
    mailsPerEmail: config.LIMIT_MAILS_PER_EMAIL,
    mailsPerAddress: config.LIMIT_MAILS_PER_ADDRESS,
    factor: config.LIMITS_FACTOR,
  }
}
