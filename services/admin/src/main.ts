import { adminApi } from '@darsi/contracts/admin-api.ts'
import { topics } from '@darsi/contracts/events.ts'
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
import { createRelay } from '@darsi/kit/relay.ts'
import { createSealer } from '@darsi/kit/seal.ts'
import { closeServer, stopGracefully } from '@darsi/kit/stop.ts'
import { config as readConfig } from './config.ts'
import { createErasures } from './erasures.ts'
import { consumes } from './events.ts'
import { routes } from './routes.ts'
import { createStatistics } from './statistics.ts'
import { userStore } from './user-store.ts'

const config = readConfig()
const log = createLog('admin', config.LOG_LEVEL)
const metrics = createMetrics('admin')
const sealer = createSealer(config.EVENT_KEY)
const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? 'darsi-admin')
const bus = createBus({
  brokers: config.KAFKA_BROKERS,
  clientId: 'admin',
  topicPrefix: config.TOPIC_PREFIX,
  log,
})
const outbox = createOutbox({ producer: 'admin', sealer })
const users = userStore(connection)
const erasures = createErasures(users, outbox)
await syncIndexes(connection)
const models = [users.model as never]
const eventMetrics = createEventMetrics({ registry: metrics.registry, models, group: 'admin' })
const relay = createRelay({ models, outbox, bus, log, published: eventMetrics.published })

const app = createApp({
  table: adminApi,
  routes: routes({ users, outbox, erasures, statistics: createStatistics(users) }),
  verifyIdentity: createIdentityVerifier('admin', config.IDENTITY_JWKS),
  log,
  metrics,
  ready: () => pingMongo(connection),
})
const { server, port } = await listen(app, config.PORT, config.HOST)
log.info({ port }, 'listening')

void bus.ensureTopics(topics).then(() => relay.start())
const consumer = await startConsumer({
  bus,
  group: 'admin',
  consumes: consumes(users, erasures),
  sealer,
  log,
  consumed: eventMetrics.consumed,
})

stopGracefully(log, [
  { name: 'server', stop: () => closeServer(server) },
  { name: 'consumer', stop: consumer.stop },
  { name: 'relay', stop: relay.stop },
  { name: 'kafka', stop: bus.close },
  { name: 'mongo', stop: () => connection.close() },
])
