import { readFileSync } from 'node:fs'
import * as z from 'zod'

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
  PORT: z.coerce.number().int().min(0).max(65535),
  HOST: z.string().default('127.0.0.1'),
  MONGO_URL: url('mongodb', 'mongodb\\+srv'),
  MONGO_DB: z.string().min(1).optional(),
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((list) => list.split(',')),
  TOPIC_PREFIX: z.string().default(''),
  EVENT_KEY: z.string().min(44),
  IDENTITY_JWKS: jwks,
  PUBLIC_URL: url('http', 'https'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: z.stringbool().default(false),
}

export const redisUrl = url('redis', 'rediss')
export const smtpUrl = url('smtp', 'smtps')
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
