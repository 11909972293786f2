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
import { createUsersApp } from './app.ts'
import { config as readConfig } from './config.ts'
import { consumes } from './events.ts'
import { createProfileStore, profileModel } from './profile-store.ts'

const config = readConfig()
const log = createLog('users', config.LOG_LEVEL)
const metrics = createMetrics('users')
const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? 'darsi-users')
const profiles = profileModel(connection)
await syncIndexes(connection)

const sealer = createSealer(config.EVENT_KEY)
const bus = createBus({
  brokers: config.KAFKA_BROKERS,
  clientId: 'users',
  topicPrefix: config.TOPIC_PREFIX,
  log,
})
const outbox = createOutbox({ producer: 'users', sealer })
const store = createProfileStore(profiles, outbox)
const { published, consumed } = createEventMetrics({
  registry: metrics.registry,
  models: [profiles],
  group: 'users',
})
const relay = createRelay({ models: [profiles], outbox, bus, log, published })
relay.start()
const consumer = await startConsumer({
  bus,
  group: 'users',
  consumes: consumes(store),
  sealer,
  log,
  consumed,
})

const app = createUsersApp({
  store,
  verifyIdentity: createIdentityVerifier('users', config.IDENTITY_JWKS),
  log,
  metrics,
  ready: () => pingMongo(connection),
})
const { server, port } = await listen(app, config.PORT, config.HOST)
log.info({ port }, 'listening')

stopGracefully(log, [
  { name: 'server', stop: () => closeServer(server) },
  { name: 'consumer', stop: () => consumer.stop() },
  { name: 'relay', stop: () => relay.stop() },
  { name: 'bus', stop: () => bus.close() },
  { name: 'database', stop: () => connection.close() },
])
