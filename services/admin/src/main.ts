import { adminApi } from '@darsi/contracts/admin-api.ts'
import { createApp } from '@darsi/kit/app.ts'
import { startConsumer } from '@darsi/kit/consumer.ts'
import { createEventMetrics } from '@darsi/kit/event-metrics.ts'
import { createIdentityVerifier } from '@darsi/kit/identity.ts'
import { createBus } from '@darsi/kit/kafka.ts'
import { listen } from '@darsi/kit/listen.ts'
import { createLog } from '@darsi/kit/log.ts'
import { createMetrics } from '@darsi/kit/metrics.ts'
import { connectMongo, pingMongo, syncIndexes } from '@darsi/kit/mongo.ts'
import { createOutbox } from '@darsi/kit/outbox.ts'
import { connectRedis } from '@darsi/kit/redis.ts'
import { createRelay } from '@darsi/kit/relay.ts'
import { createSealer } from '@darsi/kit/seal.ts'
import { closeServer, stopGracefully } from '@darsi/kit/stop.ts'
import { formLimitsOf, config as readConfig } from './config.ts'
import { createErasureMetrics } from './erasure-metrics.ts'
import { consumes } from './events.ts'
import { createFormLimits } from './form-limits.ts'
import { createParts } from './parts.ts'
import { routes } from './routes.ts'

const config = readConfig()
const log = createLog('admin', config.LOG_LEVEL)
const metrics = createMetrics('admin')
const sealer = createSealer(config.EVENT_KEY)
const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? 'darsi-admin')
const redis = connectRedis(config.REDIS_URL, log)
const bus = createBus({
  brokers: config.KAFKA_BROKERS,
  clientId: 'admin',
  topicPrefix: config.TOPIC_PREFIX,
  log,
})
const outbox = createOutbox({ producer: 'admin', sealer })
const sizes = formLimitsOf(config)
const parts = createParts(connection, outbox, {
  contact: createFormLimits(redis, 'contact', sizes),
  newsletter: createFormLimits(redis, 'newsletter', sizes),
})
await syncIndexes(connection)

const table = consumes(parts)
const { published, consumed } = createEventMetrics({
  registry: metrics.registry,
  models: parts.outboxed,
  group: 'admin',
})
createErasureMetrics(metrics.registry, parts.erasures)
const relay = createRelay({ models: parts.outboxed, outbox, bus, log, published })
relay.start()
const consumer = await startConsumer({ bus, group: 'admin', consumes: table, sealer, log, consumed })

const app = createApp({
  table: adminApi,
  routes: routes({ ...parts, publicUrl: config.PUBLIC_URL }),
  verifyIdentity: createIdentityVerifier('admin', config.IDENTITY_JWKS),
  log,
  metrics,
  ready: () => pingMongo(connection),
})
const { server, port } = await listen(app, config.PORT, config.HOST)
log.info({ port }, 'listening')

stopGracefully(log, [
  { name: 'server', stop: () => closeServer(server) },
  { name: 'consumer', stop: consumer.stop },
  { name: 'relay', stop: relay.stop },
  { name: 'kafka', stop: bus.close },
  { name: 'redis', stop: () => redis.disconnect() },
  { name: 'mongo', stop: () => connection.close() },
])
