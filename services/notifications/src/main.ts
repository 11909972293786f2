import { notificationsApi } from '@darsi/contracts/notifications-api.ts'
import { productName } from '@darsi/contracts/product.ts'
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
import { createDelivery } from './deliver.ts'
import { erasureStore } from './erasure-store.ts'
import { consumes } from './events.ts'
import { createMailMetrics } from './mail-metrics.ts'
import { mailStore } from './mail-store.ts'
import { noticeStore } from './notice-store.ts'
import { createMailQueue } from './queue.ts'
import { routes } from './routes.ts'
import { startSweeper } from './sweeper.ts'
import { createSmtp } from './transport.ts'

const config = readConfig()
const log = createLog('notifications', config.LOG_LEVEL)
const metrics = createMetrics('notifications')
const sealer = createSealer(config.EVENT_KEY)
const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? 'darsi-notifications')
const bus = createBus({
  brokers: config.KAFKA_BROKERS,
  clientId: 'notifications',
  topicPrefix: config.TOPIC_PREFIX,
  log,
})
const outbox = createOutbox({ producer: 'notifications', sealer })
const mails = mailStore(connection)
const notices = noticeStore(connection)
const erasures = erasureStore(connection, outbox)
await syncIndexes(connection)
const eventMetrics = createEventMetrics({
  registry: metrics.registry,
  models: [erasures.model as never],
  group: 'notifications',
})
const relay = createRelay({
  models: [erasures.model as never],
  outbox,
  bus,
  log,
  published: eventMetrics.published,
})

const transport = createSmtp(config.SMTP_URL, { name: productName.en, address: config.MAIL_FROM })
const queue = createMailQueue({ redisUrl: config.REDIS_URL, log, work: (id) => deliver(id) })
const deliver = createDelivery({
  mails,
  transport,
  sealer,
  log,
  again: queue.add,
  counted: createMailMetrics(metrics.registry, queue.counts),
  publicUrl: config.PUBLIC_URL,
})

const app = createApp({
  table: notificationsApi,
  routes: routes({ notices }),
  verifyIdentity: createIdentityVerifier('notifications', config.IDENTITY_JWKS),
  log,
  metrics,
  ready: () => pingMongo(connection),
})
const { server, port } = await listen(app, config.PORT, config.HOST)
log.info({ port }, 'listening')

const stopSweeper = startSweeper({ mails, queue, log })
relay.start()
const links = { publicUrl: config.PUBLIC_URL, support: config.SUPPORT_EMAIL }
const consumer = await startConsumer({
  bus,
  group: 'notifications',
  consumes: consumes({ mails, notices, erasures, queue, sealer, links }),
  sealer,
  log,
  consumed: eventMetrics.consumed,
})

stopGracefully(log, [
  { name: 'server', stop: () => closeServer(server) },
  { name: 'consumer', stop: consumer.stop },
  { name: 'sweeper', stop: stopSweeper },
  { name: 'queue', stop: queue.close },
  { name: 'smtp', stop: transport.close },
  { name: 'relay', stop: relay.stop },
  { name: 'kafka', stop: bus.close },
  { name: 'mongo', stop: () => connection.close() },
])
