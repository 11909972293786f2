import { notificationsApi } from '@darsi/contracts/notifications-api.ts'
import { productName } from '@darsi/contracts/product.ts'
import { createApp } from '@darsi/kit/app.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { config as readConfig } from './config.ts'
import { createDelivery } from './deliver.ts'
import { erasureStore } from './erasure-store.ts'
import { consumes } from './events.ts'
import { createMailMetrics } from './mail-metrics.ts'
import { mailStore } from './mail-store.ts'
import { createDigest, startDigests } from './messages/digest.ts'
import { createMessageEvents } from './messages/message-events.ts'
import { unreadStore } from './messages/unread-store.ts'
import { noticeStore } from './notice-store.ts'
import { preferenceStore } from './preference-store.ts'
import { createMailQueue } from './queue.ts'
import { routes } from './routes.ts'
import { createStreaming } from './stream/streaming.ts'
import { startSweeper } from './sweeper.ts'
import { createSmtp } from './transport.ts'

const config = readConfig()
const service = await createService('notifications', config)
const { connection, outbox, sealer, metrics, log } = service
const mails = mailStore(connection)
const notices = noticeStore(connection)
const preferences = preferenceStore(connection)
const unread = unreadStore(connection)
const erasures = erasureStore(connection, outbox)

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
const streaming = createStreaming({ redisUrl: config.REDIS_URL, notices, log })
const links = { publicUrl: config.PUBLIC_URL, support: config.SUPPORT_EMAIL, sender: config.MAIL_FROM }
const stopSweeper = startSweeper({ mails, queue, log })
const stopDigests = startDigests(createDigest({ unread, preferences, mails, queue, sealer, links }), log)

await runService(service, {
  models: [erasures.model as never],
  consumes: consumes({
    mails,
    notices,
    preferences,
    messages: createMessageEvents({ unread, notices, erasures, tell: streaming.tell, sealer }),
    erasures,
    queue,
    tell: streaming.tell,
    sealer,
    links,
  }),
  app: (options) =>
    createApp({
      ...options,
      table: notificationsApi,
      routes: routes({ mails, notices, preferences, streaming }),
    }),
  queue: queue.counts,
  // a stream never ends by itself
  streams: [{ name: 'streams', stop: streaming.stop }],
  workers: [
    { name: 'sweeper', stop: stopSweeper },
    { name: 'digests', stop: stopDigests },
    { name: 'queue', stop: queue.close },
    { name: 'smtp', stop: transport.close },
  ],
})
