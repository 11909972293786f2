import { setFlagsFromString } from 'node:v8'
import { restoredAt } from '@darsi/kit/mongo/version-base.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { createNotificationsApp } from './app.ts'
import { config as readConfig } from './config.ts'
import { consumes, rowWriters } from './events.ts'
import { createMailStore } from './mails/mail-store.ts'
import { createParts } from './parts.ts'

// Thousands of streams open within seconds. A young generation that grows to 48 MB meanwhile fragments the heap by twice
// the streams' own memory, which V8 does not give back (measured with 5,000 streams).
setFlagsFromString('--semi-space-growth-factor=1')
// By default V8 lets the heap grow to twice the live objects and more before it collects.
setFlagsFromString('--heap-growing-percent=20')

const config = readConfig()
const service = await createService('notifications', config)
const { connection, clock, outbox, metrics, log, untilSuccess } = service
if (config.PRODUCTION && config.OPERATOR_DECLARATION === '')
  log.warn('the legal pages name no declaration to the INPDP: OPERATOR_DECLARATION is empty')
const restored = await untilSuccess('restore', () => restoredAt(connection))
const mails = createMailStore(connection, clock.date, restored)
// before the queue's worker can send one
await untilSuccess('restored mails', mails.holdRestored)
const redis = connectRedis(config.REDIS_URL, log)
const { registry } = metrics
const parts = createParts({ config, connection, redis, outbox, mails, registry, clock, log })
const { unread, devices, numbers, pushes, sms, sealer } = parts
let stops: (() => Promise<unknown>)[] = []

await runService(service, {
  collections: [parts.erasures.collection, parts.returned.collection],
  sealed: [
    {
      key: 'MAIL_KEY',
      sealer,
      fields: [mails, unread, devices, numbers, sms].map((store) => ({
        collection: store.collection,
        path: 'sealed',
      })),
    },
  ],
  rowWriters: rowWriters(parts),
  consumes: consumes(parts),
  // after the erasures of a restore, so that no erased person gets a message
  prepare: async () => {
    if (restored)
      for (const { dropRestored } of [unread, pushes, sms])
        await untilSuccess('restored messages', () => dropRestored(restored))
    stops = Object.values(parts.timers).map((start) => start())
  },
  app: (options) => createNotificationsApp(parts, options),
  // not the jobs: mails without a job, while the circuit is open or Redis is down, wait too
  queue: async () => (await parts.unsent()).counts,
  // a stream never ends by itself
  streams: [{ name: 'streams', stop: parts.streaming.stop }],
  workers: [{ name: 'timers', stop: () => Promise.all(stops.map((stop) => stop())) }, ...parts.workers],
})
