import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { kafkaConfig } from './kafka-access.ts'

type Environment = Readonly<Record<string, string | undefined>>

const url = (...protocols: string[]) =>
  z.url({ protocol: new RegExp(`^(${protocols.join('|')})$`), hostname: /.+/ })

/** Keys of a JWKS given as JSON text. */
export const jwks = z.string().transform((text, context) => {
  try {
    // `as`: the shape is judged by jose when the keys are imported
    return JSON.parse(text) as { keys: Record<string, unknown>[] }
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' })
    return z.NEVER
  }
})

/** What every service reads; a service spreads it into its own `z.object`. */
export const baseConfig = {
  PORT: z.coerce.number().int().min(0).max(65535).describe('Port it listens on.'),
  HOST: z.string().default('127.0.0.1').describe('Address it listens on; containers set 0.0.0.0.'),
  MONGO_URL: url('mongodb', 'mongodb\\+srv').describe('MongoDB, a replica set in production.'),
  MONGO_DB: z.string().min(1).optional().describe('Name of its database; `darsi-<service>` unless said.'),
  ...kafkaConfig,
  TOPIC_PREFIX: z
    .string()
    .default('')
    .describe('Before every topic and group: several systems on one Kafka.'),
  EVENT_KEY: z.string().min(44).describe('32 bytes in base64 that seal personal data in events. Secret.'),
  IDENTITY_JWKS: jwks.describe('Public keys of the gateway, which vouches for every caller.'),
  PUBLIC_URL: url('http', 'https').describe('Address of the site; mailed links begin with it.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much it logs.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https')
    .optional()
    .describe('OTLP receiver of traces (HTTP); unset, nothing is measured.'),
  DEMO: z.stringbool().default(false).describe('Demo accounts and demo data; never with real people.'),
}

export const redisUrl = url('redis', 'rediss').describe('Redis with an append-only file.')
export const smtpUrl = url('smtp', 'smtps').describe('SMTP server that takes the mail. Secret.')
export const httpUrl = url('http', 'https')

/**
 * Parses the environment; `X_FILE` names a file that holds `X` (a mounted secret).
 * @throws Error naming every missing or wrong variable, never its value
 */
export function parseConfig<T extends z.ZodObject>(schema: T, environment: Environment): z.output<T> {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || value === '') continue
    const secret = name.slice(0, -'_FILE'.length)
    // a machine has other variables of that kind, such as SSL_CERT_FILE
    if (!name.endsWith('_FILE')) values[name] = value
    else if (secret in schema.shape) values[secret] ??= readFileSync(value, 'utf8').trim()
  }
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The configuration is not complete:\n${lines.join('\n')}`)
}

/** `parseConfig` for a composition root: prints what is missing and ends the process. */
export function readConfig<T extends z.ZodObject>(schema: T): z.output<T> {
  try {
    return parseConfig(schema, process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
