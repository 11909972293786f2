import {
  approvalRequires,
  baseConfig,
  limitsFactor,
  readConfig,
  redisUrl,
  sealingKey,
} from '@darsi/kit/config/config.ts'
import * as z from 'zod'

const atLeastOne = z.coerce.number().int().min(1).max(1_000_000)

export const schema = z.object({
  ...baseConfig,
  APPROVAL_REQUIRES: approvalRequires,
  REDIS_URL: redisUrl,
  ALERT_KEY: sealingKey('that seal the words of safety alerts'),
  AUDIT_KEY: sealingKey('that seal the entries of the audit log'),
  EVIDENCE_KEY: sealingKey('that seal the evidence of safety alerts'),
  EVIDENCE_YEARS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .default(5)
    .describe('Years for which evidence is kept after its alert was resolved.'),
  PROOF_KEY: sealingKey('that sign the proofs of work'),
  LIMIT_CONTACTS_PER_EMAIL: atLeastOne
    .default(5)
    .describe('Contact messages an hour per e-mail address, and as many newsletter sign-ups.'),
  LIMIT_CONTACTS_PER_ADDRESS: atLeastOne
    .default(100)
    .describe('Contact messages and newsletter sign-ups an hour per client address.'),
  ERASURE_LEDGER: z
    .string()
    .min(1)
    .describe(
      'Folder of the ledger of erasures and of the last entry of the audit log, outside of the databases and of their backups; all replicas share it.',
    ),
  LIMITS_FACTOR: limitsFactor,
})

type Config = z.output<typeof schema>
export const config = () => readConfig(schema)

export function formLimitsOf(config: Config) {
  return {
    perEmail: config.LIMIT_CONTACTS_PER_EMAIL * config.LIMITS_FACTOR,
    perAddress: config.LIMIT_CONTACTS_PER_ADDRESS * config.LIMITS_FACTOR,
  }
}
