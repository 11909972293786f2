import { createSealer } from '@darsi/kit/events/seal.ts'
import { keepRetention } from '@darsi/kit/mongo/retention.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { claimRestoredAddresses } from './accounts/restored-addresses.ts'
import { createAuthApp } from './app.ts'
import { limitsOf, config as readConfig } from './config.ts'
import { closeDemo, seedDemo } from './demo/demo.ts'
import { consumes, rowWriters } from './events.ts'
import { createParts } from './parts.ts'
import { personConsumes } from './persons/events.ts'

const config = readConfig()
const service = await createService('auth', config)
const { connection, outbox, log, clock, versionBase } = service
const sealer = createSealer(config.FACTOR_KEY)
const redis = connectRedis(config.REDIS_URL, log)
const parts = await createParts({
  connection,
  redis,
  outbox,
  sealer,
  proofKey: config.PROOF_KEY,
  personKey: config.PERSON_KEY,
  // the database's time: with a wrong clock tokens and links would be over before the gateway or the owner sees them
  now: clock.date,
  keys: config.AUTH_KEYS,
  publicUrl: config.PUBLIC_URL,
  argon2: { memoryKib: config.ARGON2_MEMORY_KIB, passes: config.ARGON2_PASSES },
  limits: limitsOf(config),
  publicTeachers: config.PUBLIC_TEACHER_POLICY,
  isDemo: config.DEMO,
  adminMfa: config.ADMIN_MFA ?? (config.DEMO ? 'optional' : 'required'),
})

let stopRetention = async () => {}
let stopRestoring = async () => {}

await runService(service, {
  collections: [parts.accounts.collection],
  sealed: [
    {
      key: 'FACTOR_KEY',
      sealer,
      fields: [{ collection: parts.accounts.collection, path: 'factors.sealedSecret' }],
    },
  ],
  migrations:
    versionBase > 0 ? [claimRestoredAddresses(parts.accounts, { versionBase, now: clock.date })] : [],
  consumes: consumes(parts, personConsumes(parts)),
  rowWriters: rowWriters(parts),
  app: (options) => createAuthApp(parts, options),
  prepare: async () => {
    stopRestoring = parts.revocations.keepRestored(log)
    const left = await service.untilSuccess('left sessions', () => parts.sessions.endLeft())
    if (left > 0) log.warn({ sessions: left }, 'ended sessions that an earlier process left')
    if (config.DEMO) await seedDemo(parts, { outbox, weeks: config.DEMO_WEEKS })
    else await service.untilSuccess('demo accounts', () => closeDemo(parts, log))
    stopRetention = keepRetention(parts.removals, log, clock.date)
  },
  workers: [
    { name: 'retention', stop: () => stopRetention() },
    { name: 'revocations', stop: () => stopRestoring() },
  ],
  redis,
})
