import { setFlagsFromString } from 'node:v8'
import { notificationsApi } from '@darsi/contracts/calls/notifications/notifications-api.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { restoredAt } from '@darsi/kit/backup/version-base.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { createApp } from '@darsi/kit/http/app.ts'
import { keepRetention } from '@darsi/kit/mongo/retention.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { config as readConfig, smsProviderOf } from './config.ts'
import { createDigest, startDigests } from './digests/digest.ts'
import { createMessageEvents } from './digests/events.ts'
import { createUnreadStore } from './digests/unread-store.ts'
import { createErasureStore } from './erasure-store.ts'
import { consumes, rowWriters } from './events.ts'
import { createBreaker } from './mails/breaker.ts'
import { createDelivery } from './mails/deliver.ts'
import { createMailMetrics } from './mails/mail-metrics.ts'
import { createMailStore } from './mails/mail-store.ts'
import { createMailQueue } from './mails/queue.ts'
import { startSweeper } from './mails/sweeper.ts'
import { createSmtp } from './mails/transport.ts'
import { unsentMails } from './mails/unsent-mails.ts'
import { createMigrations } from './migrations.ts'
import { createNoticeStore } from './notices/notice-store.ts'
import { createPreferenceStore } from './preferences/preference-store.ts'
import { startPushes } from './push/deliver-pushes.ts'
import { createDeviceStore } from './push/device-store.ts'
import { createEndedDevices } from './push/ended-sessions.ts'
import { createEndpointCheck } from './push/push-hosts.ts'
import { pushKeysIn } from './push/push-keys.ts'
import { createPushStore } from './push/push-store.ts'
import { createPushTransport } from './push/push-transport.ts'
import { createQueuePush } from './push/queue-push.ts'
import { createRetention } from './retention.ts'
import { routes } from './routes.ts'
import { startSms } from './sms/deliver-sms.ts'
import { createQueueSms } from './sms/queue-sms.ts'
import { createSmsLimits } from './sms/sms-limits.ts'
import { createSmsMetrics } from './sms/sms-metrics.ts'
import { createSmsNumberStore } from './sms/sms-number-store.ts'
import { createSmsStore } from './sms/sms-store.ts'
import { createHttpSms } from './sms/sms-transport.ts'
import { createStreaming } from './streams/streaming.ts'

// Thousands of streams open within seconds. A young generation that grows to 48 MB meanwhile fragments the heap by twice
// the streams' own memory, which V8 does not give back (`npm run bench -- streams`).
setFlagsFromString('--semi-space-growth-factor=1')
// By default V8 lets the heap grow to twice the live objects and more before it collects.
setFlagsFromString('--heap-growing-percent=20')

const config = readConfig()
const service = await createService('notifications', config)
const { connection, clock, outbox, metrics, log } = service
const sealer = createSealer(config.MAIL_KEY)
const restored = await service.untilSuccess('restore', () => restoredAt(connection))
const mails = createMailStore(connection, clock.date, restored)
// before the queue's worker can send one
await service.untilSuccess('restored mails', mails.holdRestored)
const notices = createNoticeStore(connection, clock.date)
const preferences = createPreferenceStore(connection)
const unread = createUnreadStore(connection)
const erasures = createErasureStore(connection, outbox, clock.date)

const devices = createDeviceStore(connection, sealer)
const pushes = createPushStore(connection)
const mayCallPush = createEndpointCheck(config.PUSH_HOSTS)
const pushKeys = pushKeysIn(config.PUSH_KEY)
const numbers = createSmsNumberStore(connection, sealer, config.MAIL_KEY)
const sms = createSmsStore(connection, sealer)
const smsLimits = createSmsLimits(connection)
const smsProvider = smsProviderOf(config)
const redis = connectRedis(config.REDIS_URL, log)

const transport = createSmtp(config.SMTP_URL, { name: productName.en, address: config.MAIL_FROM })
const breaker = createBreaker()
const unsent = () => unsentMails(mails.collection, clock.date())
const queue = createMailQueue({ redis, redisUrl: config.REDIS_URL, log, work: (id) => deliver(id) })
const deliver = createDelivery({
  mails,
  transport,
  breaker,
  sealer,
  log,
  again: queue.add,
  counted: createMailMetrics(metrics.registry, {
    counts: queue.counts,
    breaker,
    unsent,
    countHeld: mails.countHeld,
  }),
  publicUrl: config.PUBLIC_URL,
  now: clock.date,
})
const streaming = createStreaming({ redis, redisUrl: config.REDIS_URL, notices, log, now: clock.now })
const links = { publicUrl: config.PUBLIC_URL, support: config.SUPPORT_EMAIL, sender: config.MAIL_FROM }
const push = createQueuePush(devices, pushes, clock.date)
let stops: (() => Promise<unknown>)[] = []

await runService(service, {
  collections: [erasures.collection],
  sealed: [
    {
      key: 'MAIL_KEY',
      sealer,
      fields: [
        { model: mails.collection, path: 'sealed' },
        { model: unread.collection, path: 'sealed' },
        { model: devices.collection, path: 'sealed' },
        { model: numbers.collection, path: 'sealed' },
        { model: sms.collection, path: 'sealed' },
      ],
    },
  ],
  migrations: createMigrations(unread),
  rowWriters: rowWriters({ preferences, erasures }),
  consumes: consumes({
    mails,
    notices,
    preferences,
    messages: createMessageEvents({ unread, notices, erasures, publishLive: streaming.publishLive, sealer }),
    erasures,
    devices,
    pushes,
    push,
    numbers,
    sms,
    // without a provider none are queued that would wait
    text: smsProvider ? createQueueSms(numbers, sms, clock.date) : async () => {},
    queue,
    publishLive: streaming.publishLive,
    sealer,
    links,
    isDemo: config.DEMO,
  }),
  // after the erasures of a restore, so that no erased person gets a message
  prepare: async () => {
    if (restored)
      for (const { dropRestored } of [unread, pushes, sms])
        await service.untilSuccess('restored messages', () => dropRestored(restored))
    stops = [
      startSweeper({ mails, queue, breaker, log }),
      keepRetention(createRetention({ mails, notices }), log, clock.date),
      startDigests(createDigest({ unread, preferences, mails, erasures, queue, sealer, links, push }), {
        log,
        now: clock.date,
      }),
      startPushes(
        {
          ...{ devices, pushes, notices, preferences, log, keys: pushKeys },
          transport: createPushTransport({ contact: `mailto:${config.SUPPORT_EMAIL}`, mayCall: mayCallPush }),
          endedAmong: createEndedDevices(redis),
        },
        clock.date,
      ),
    ]
    if (smsProvider)
      stops.push(
        startSms(
          {
            ...{ numbers, sms, notices, preferences, devices, log },
            transport: createHttpSms(smsProvider),
            counted: createSmsMetrics(metrics.registry),
          },
          clock.date,
        ),
      )
  },
  app: (options) =>
    createApp({
      ...options,
      table: notificationsApi,
      routes: routes({
        ...{ connection, mails, notices, preferences, streaming, devices, pushKeys, mayCallPush },
        ...{ erasures, numbers, sms, smsLimits, hasSms: smsProvider !== null },
      }),
    }),
  // not the jobs: mails without a job, while the circuit is open or Redis is down, wait too
  queue: async () => (await unsent()).counts,
  // a stream never ends by itself
  streams: [{ name: 'streams', stop: streaming.stop }],
  workers: [
    { name: 'timers', stop: () => Promise.all(stops.map((stop) => stop())) },
    { name: 'queue', stop: queue.close },
    { name: 'redis', stop: async () => redis.disconnect() },
    { name: 'smtp', stop: transport.close },
  ],
})
