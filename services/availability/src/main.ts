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
import { createAvailabilityApp } from './app.ts'
import { config as readConfig } from './config.ts'
import { consumes } from './events.ts'
import { createGridStore, gridModel } from './grid-store.ts'

const config = readConfig()
const log = createLog('availability', config.LOG_LEVEL)
const metrics = createMetrics('availability')
const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? 'darsi-availability')
const grids = gridModel(connection)
await syncIndexes(connection)

const sealer = createSealer(config.EVENT_KEY)
const bus = createBus({
  brokers: config.KAFKA_BROKERS,
  clientId: 'availability',
  topicPrefix: config.TOPIC_PREFIX,
  log,
})
const outbox = createOutbox({ producer: 'availability', sealer })
const store = createGridStore(grids, outbox)
const { published, consumed } = createEventMetrics({
  registry: metrics.registry,
  models: [grids],
  group: 'availability',
})
const relay = createRelay({ models: [grids], outbox, bus, log, published })
relay.start()
const consumer = await startConsumer({
  bus,
  group: 'availability',
  consumes: consumes(store),
  sealer,
  log,
  consumed,
})

const app = createAvailabilityApp({
  store,
  verifyIdentity: createIdentityVerifier('availability', config.IDENTITY_JWKS),
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
