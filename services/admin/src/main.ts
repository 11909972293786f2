import { adminApi } from '@darsi/contracts/admin-api.ts'
import { createApp } from '@darsi/kit/app.ts'
import { createProofOfWork } from '@darsi/kit/proof-of-work.ts'
import { connectRedis } from '@darsi/kit/redis.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { formLimitsOf, config as readConfig } from './config.ts'
import { createErasureMetrics } from './erasure-metrics.ts'
import { consumes } from './events.ts'
import { createFormLimits } from './form-limits.ts'
import { createTelling } from './live.ts'
import type { Collection } from './migration-collection.ts'
import { migrations } from './migrations.ts'
import { createParts } from './parts.ts'
import { routes } from './routes.ts'

const config = readConfig()
const service = await createService('admin', config)
const { connection, outbox, metrics, log } = service
const redis = connectRedis(config.REDIS_URL, log)
const sizes = formLimitsOf(config)
const proofOfWork = createProofOfWork(redis, config.EVENT_KEY, () => new Date())
const parts = createParts(connection, outbox, service.sealer, {
  contact: createFormLimits(redis, 'contact', sizes, proofOfWork),
  newsletter: createFormLimits(redis, 'newsletter', sizes, proofOfWork),
})
const tell = createTelling(redis, log)
parts.users.people.start(log)
createErasureMetrics(metrics.registry, parts.erasures)

const rounds = [
  { everyMs: 3_600_000, work: () => parts.merging.settle(new Date()), failed: 'merges not settled' },
  { everyMs: 30_000, work: () => parts.tickets.remindDue(new Date()), failed: 'overdue not reminded' },
  { everyMs: 30_000, work: () => parts.alerts.escalateDue(new Date()), failed: 'alerts not escalated' },
].map((round) => repeat({ ...round, log }))

await runService(service, {
  models: parts.outboxed,
  migrations: migrations({
    users: rowsOf(parts.users.model),
    connections: rowsOf(parts.connections.model),
    tickets: rowsOf(parts.tickets.model),
  }),
  consumes: consumes({ ...parts, tell }),
  app: (options) =>
    createApp({
      ...options,
      table: adminApi,
      routes: routes({ ...parts, tell, publicUrl: config.PUBLIC_URL }),
    }),
  redis,
  workers: [
    { name: 'people', stop: parts.users.people.stop },
    ...rounds.map((stop) => ({ name: 'rounds', stop })),
  ],
})

function rowsOf({ collection }: { collection: unknown }): Collection {
  // `as`: a collection has these operations; ids are texts of ours
  return collection as Collection
}
