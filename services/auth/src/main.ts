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
import { createAuthApp } from './app.ts'
import { limitsOf, config as readConfig } from './config.ts'
import { seedDemo } from './demo/demo.ts'
import { consumes } from './events.ts'
import { createParts } from './parts.ts'

const config = readConfig()
const log = createLog('auth', config.LOG_LEVEL)
const metrics = createMetrics('auth')
const sealer = createSealer(config.EVENT_KEY)
const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? 'darsi-auth')
const redis = connectRedis(config.REDIS_URL, log)
const bus = createBus({
  brokers: config.KAFKA_BROKERS,
  clientId: 'auth',
  topicPrefix: config.TOPIC_PREFIX,
  log,
})
const outbox = createOutbox({ producer: 'auth', sealer })
const parts = await createParts({
  connection,
  redis,
  outbox,
  sealer,
  keys: config.AUTH_KEYS,
  publicUrl: config.PUBLIC_URL,
  argon2: { memoryKib: config.ARGON2_MEMORY_KIB, passes: config.ARGON2_PASSES },
  limits: limitsOf(config),
  adminMfa: config.ADMIN_MFA ?? (config.DEMO ? 'optional' : 'required'),
})
await syncIndexes(connection)
const eventMetrics = createEventMetrics({
  registry: metrics.registry,
  models: [parts.accounts.model as never],
  group: 'auth',
})
const relay = createRelay({
  models: [parts.accounts.model as never],
  outbox,
  bus,
  log,
  published: eventMetrics.published,
})

const app = createAuthApp(parts, {
  verifyIdentity: createIdentityVerifier('auth', config.IDENTITY_JWKS),
  log,
  metrics,
  ready: () => pingMongo(connection),
})
if (config.DEMO) await seedDemo(parts, outbox)
const { server, port } = await listen(app, config.PORT, config.HOST)
log.info({ port }, 'listening')

relay.start()
const consumer = await startConsumer({
  bus,
  group: 'auth',
  consumes: consumes(parts),
  sealer,
  log,
  consumed: eventMetrics.consumed,
})

stopGracefully(log, [
  { name: 'server', stop: () => closeServer(server) },
  { name: 'consumer', stop: () => consumer.stop() },
  { name: 'relay', stop: () => relay.stop() },
  { name: 'kafka', stop: () => bus.close() },
  { name: 'redis', stop: () => redis.disconnect() },
  { name: 'mongo', stop: () => connection.close() },
])
