import { baseConfig, httpUrl, jwks, readConfig, redisUrl } from '@darsi/kit/config.ts'
import * as z from 'zod'

const { PORT, HOST, PUBLIC_URL, LOG_LEVEL } = baseConfig

const schema = z.object({
  PORT,
  HOST,
  PUBLIC_URL,
  LOG_LEVEL,
  OPS_PORT: PORT,
  REDIS_URL: redisUrl,
  /** Private JWKS; its first key signs the internal identities. */
  IDENTITY_KEYS: jwks,
  AUTH_URL: httpUrl,
  USERS_URL: httpUrl,
  AVAILABILITY_URL: httpUrl,
  ADMIN_URL: httpUrl,
  NOTIFICATIONS_URL: httpUrl,
  SHELL_URL: httpUrl,
  REMOTE_STUDENT_URL: httpUrl,
  REMOTE_TEACHER_URL: httpUrl,
  REMOTE_PARENT_URL: httpUrl,
  REMOTE_ADMIN_URL: httpUrl,
  REMOTE_SUPER_ADMIN_URL: httpUrl,
  /** Proxies of ours in front; each adds one entry to X-Forwarded-For. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** API calls of one client address; generous, a school shares one. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(6000),
})

export type Config = z.output<typeof schema>

export const config = () => readConfig(schema)

/** Where each service and static server listens. */
export function upstreamsOf(config: Config) {
  return {
    services: {
      auth: config.AUTH_URL,
      users: config.USERS_URL,
      availability: config.AVAILABILITY_URL,
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
