import { readFileSync } from 'node:fs'
import { approvalNeeds } from '@darsi/contracts/rules/proofs.ts'
import * as z from 'zod'
import { keysIn } from '../events/seal.ts'
import { kafkaConfig } from '../kafka/kafka-access.ts'
import { redisAddress } from '../redis/redis-address.ts'

type Environment = Readonly<Record<string, string | undefined>>

const url = (...protocols: string[]) =>
  z.url({ protocol: new RegExp(`^(${protocols.join('|')})$`), hostname: /.+/ })

/** Keys of a JWKS given as JSON text. */
export const jwks = z.string().transform((text, context) => {
  try {
    // `as`: jose checks the shape when it imports the keys
    return JSON.parse(text) as { keys: Record<string, unknown>[] }
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' })
    return z.NEVER
  }
})

/** Keys for one purpose: the first key seals, the others still open what they sealed (`npm run keys -- --rotate`). */
export const sealingKey = (purpose: string) =>
  z
    .string()
    .refine(isKeyList, 'must be keys of 32 bytes in base64, comma separated')
    .describe(`32 bytes in base64 ${purpose}; older keys follow, comma separated. Secret.`)

function isKeyList(text: string): boolean {
  try {
    return keysIn(text).length > 0
  } catch {
    return false
  }
}

/** For services with limits. */
export const limitsFactor = z.coerce
  .number()
  .int()
  .min(1)
  .max(100_000)
  .default(1)
  .describe('Multiplies every limit: for load tests on loopback.')

/** Settings of every service; a service spreads them into its own `z.object`. */
export const baseConfig = {
  PORT: z.coerce.number().int().min(0).max(65535).describe('Port it listens on.'),
  HOST: z.string().default('127.0.0.1').describe('Address it listens on; containers set 0.0.0.0.'),
  MONGO_URL: url('mongodb', 'mongodb\\+srv').describe('MongoDB, a replica set in production.'),
  MONGO_DB: z.string().min(1).optional().describe('Name of its database; by default `darsi-<service>`.'),
  ...kafkaConfig,
  TOPIC_PREFIX: z
    .string()
    .default('')
    .describe('Prefix of every topic and group, so that several systems can share one Kafka.'),
  EVENT_KEY: sealingKey('that seal personal data in events, and nothing else'),
  EVENT_SIGNING_KEYS: jwks.describe('Private JWKS of the service; the first key signs its events. Secret.'),
  EVENT_JWKS: jwks.describe('Public keys of all services; they verify the signatures of events.'),
  IDENTITY_JWKS: jwks.describe('Public keys of the gateway; they verify the signed identity of each call.'),
  PUBLIC_URL: url('http', 'https').describe('Address of the site; mailed links begin with it.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level of logged lines.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https')
    .optional()
    .describe('OTLP receiver of traces (HTTP); unset, no traces are made.'),
  DEMO: z
    .stringbool()
    .default(false)
    .describe('Demo accounts and demo data; refused with PRODUCTION or an https PUBLIC_URL.'),
  DEMO_WEEKS: z.coerce
    .number()
    .int()
    .min(0)
    .max(26)
    .default(0)
    .describe('How many weeks of invented history a demo has; `npm start` makes 12.'),
  PRODUCTION: z
    .stringbool()
    .default(false)
    .describe('Set by the production overlay and the chart: real people use this system.'),
}

/** Names of `approvalNeeds`, comma separated; `none` for a site that approves without a review. */
export const approvalRequires = z
  .string()
  .default('address,profile,identity,diploma')
  .transform((list) => (list === 'none' ? [] : list.split(',').map((name) => name.trim())))
  .pipe(z.array(z.enum(approvalNeeds)))
  .describe(
    'What a teacher needs before the approval, comma separated: `address` (proven), `profile` (complete), `identity`, `diploma`, `bulletin`; `none` for a trial.',
  )

export const redisUrl = z
  .string()
  .refine(isRedisAddress)
  .describe(
    'Redis with an append-only file: one address, or that of its Sentinels (`redis+sentinel://host:port,host:port/db?name=master`).',
  )
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
    // some machines define other variables of that form, such as SSL_CERT_FILE
    if (!name.endsWith('_FILE')) values[name] = value
    else if (secret in schema.shape) values[secret] ??= readFileSync(value, 'utf8').trim()
  }
  const parsed = schema.safeParse(values)
  if (parsed.success) {
    refuseDemo(parsed.data)
    refuseExamples(parsed.data)
    return parsed.data
  }
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The configuration is not complete:\n${lines.join('\n')}`)
}

/** The password of the demo accounts is public, so demo accounts are refused where real people register. */
function refuseDemo({ DEMO, PRODUCTION, PUBLIC_URL }: Readonly<Record<string, unknown>>): void {
  if (DEMO !== true) return
  if (PRODUCTION === true) throw new Error('DEMO: must not be true where PRODUCTION is')
  if (/^https:/i.test(String(PUBLIC_URL))) throw new Error('DEMO: must not be true with an https PUBLIC_URL')
}

/** Pages and mails to real people have no address that reaches nobody, and say who writes. */
function refuseExamples(values: Readonly<Record<string, unknown>>): void {
  if (values['PRODUCTION'] !== true) return
  const left = ['PUBLIC_URL', 'MAIL_FROM', 'SUPPORT_EMAIL'].filter((name) =>
    /\.example\b/.test(String(values[name])),
  )
  const unsaid = ['OPERATOR_NAME', 'OPERATOR_ADDRESS'].filter((name) => values[name] === '')
  const faults = [
    ...left.map((name) => `${name}: please set your own address in place of the example`),
    ...unsaid.map((name) => `${name}: please say who runs the site, and where`),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** The topic prefix in this environment. */
export function topicPrefixIn(environment: Environment): string {
  return parseConfig(z.object({ TOPIC_PREFIX: baseConfig.TOPIC_PREFIX }), environment).TOPIC_PREFIX
}

/** `parseConfig` for main.ts: prints what is missing and ends the process. */
export function readConfig<T extends z.ZodObject>(schema: T): z.output<T> {
  try {
    return parseConfig(schema, process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

function isRedisAddress(text: string): boolean {
  try {
    redisAddress(text)
    return true
  } catch {
    return false
  }
}
