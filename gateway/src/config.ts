import { baseConfig, httpUrl, jwks, readConfig, redisUrl } from '@darsi/kit/config/config.ts'
import * as z from 'zod'

const { PORT, HOST, PUBLIC_URL, LOG_LEVEL, OTEL_EXPORTER_OTLP_ENDPOINT } = baseConfig

export const schema = z.object({
  PORT,
  HOST,
  PUBLIC_URL,
  LOG_LEVEL,
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OPS_PORT: PORT.describe('Port of /livez, /readyz and /metrics; never published.'),
  REDIS_URL: redisUrl,
  IDENTITY_KEYS: jwks.describe('Private JWKS; its first key signs the internal identities.'),
  AUTH_URL: httpUrl.describe('Where auth listens.'),
  USERS_URL: httpUrl.describe('Where users listens.'),
  AVAILABILITY_URL: httpUrl.describe('Where availability listens.'),
  CLASSROOM_URL: httpUrl.describe('Where classroom listens.'),
  ADMIN_URL: httpUrl.describe('Where admin listens.'),
  NOTIFICATIONS_URL: httpUrl.describe('Where notifications listens.'),
  SHELL_URL: httpUrl.describe('Where the shell’s files are served.'),
  REMOTE_STUDENT_URL: httpUrl.describe('Where the student dashboard’s files are served.'),
  REMOTE_TEACHER_URL: httpUrl.describe('Where the teacher dashboard’s files are served.'),
  REMOTE_PARENT_URL: httpUrl.describe('Where the parent dashboard’s files are served.'),
  REMOTE_ADMIN_URL: httpUrl.describe('Where the admin dashboard’s files are served.'),
  REMOTE_SUPER_ADMIN_URL: httpUrl.describe('Where the super-admin dashboard’s files are served.'),
  TRUST_PROXY_HOPS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Number of your proxies in front; each adds one entry to X-Forwarded-For.'),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(6000)
    .describe(
      'Calls a minute per client address, without the files of the front ends; high, because a school shares one.',
    ),
})

type Config = z.output<typeof schema>

export const config = () => readConfig(schema)

/** Addresses of the services and static servers. */
export function upstreamsOf(config: Config) {
  return {
    services: {
      auth: config.AUTH_URL,
      users: config.USERS_URL,
      availability: config.AVAILABILITY_URL,
      classroom: config.CLASSROOM_URL,
      admin: config.ADMIN_URL,
      notifications: config.NOTIFICATIONS_URL,
    },
    shell: config.SHELL_URL,
    remotes: {
      student: config.REMOTE_STUDENT_URL,
      teacher: config.REMOTE_TEACHER_URL,
      parent: config.REMOTE_PARENT_URL,
      admin: config.REMOTE_ADMIN_URL,
      'super-admin': config.REMOTE_SUPER_ADMIN_URL,
    },
  }
}

export type Upstreams = ReturnType<typeof upstreamsOf>
