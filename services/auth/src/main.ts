import { connectRedis } from '@darsi/kit/redis.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { keepSweeping } from './accounts/expiry.ts'
import { createAuthApp } from './app.ts'
import { limitsOf, config as readConfig } from './config.ts'
import { seedDemo } from './demo/demo.ts'
import { consumes } from './events.ts'
import { createParts } from './parts.ts'

const config = readConfig()
const service = await createService('auth', config)
const { connection, outbox, sealer, log } = service
const redis = connectRedis(config.REDIS_URL, log)
const parts = await createParts({
  connection,
  redis,
  outbox,
  sealer,
  eventKey: config.EVENT_KEY,
  keys: config.AUTH_KEYS,
  publicUrl: config.PUBLIC_URL,
  argon2: { memoryKib: config.ARGON2_MEMORY_KIB, passes: config.ARGON2_PASSES },
  limits: limitsOf(config),
  publicTeachers: config.PUBLIC_TEACHER_POLICY,
  adminMfa: config.ADMIN_MFA ?? (config.DEMO ? 'optional' : 'required'),
})

let stopSweeping = async () => {}

await runService(service, {
  models: [parts.accounts.model as never],
  consumes: consumes(parts),
  app: (options) => createAuthApp(parts, options),
  prepare: async () => {
    if (config.DEMO) await seedDemo(parts, outbox)
    stopSweeping = keepSweeping(parts.expiry, log)
  },
  workers: [{ name: 'expiry', stop: () => stopSweeping() }],
  redis,
})
