import { productName } from '@darsi/contracts/texts/product.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { createSealer, type Sealer } from '@darsi/kit/events/seal.ts'
import { keepRetention } from '@darsi/kit/mongo/retention.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import type { Registry } from 'prom-client'
import { type Settings, smsProviderOf } from './config.ts'
import { createDigest, startDigests } from './digests/digest.ts'
import { createMessageEvents } from './digests/events.ts'
import { createUnreadStore } from './digests/unread-store.ts'
import { createErasureStore, type Erasures } from './erasure-store.ts'
import { createBreaker } from './mails/breaker.ts'
import { createDelivery } from './mails/deliver.ts'
import { createMailMetrics } from './mails/mail-metrics.ts'
import type { MailStore } from './mails/mail-store.ts'
import { createMailer } from './mails/mailer.ts'
import { createOutgoing } from './mails/outgoing.ts'
import { createMailQueue } from './mails/queue.ts'
import { createReturnedCounter, startReturned } from './mails/returned/mailbox.ts'
import { createReturnPath, type ReturnPath } from './mails/returned/return-path.ts'
import { createReturnedStore } from './mails/returned/returned-store.ts'
import { createTakeBackReturned } from './mails/returned/take-back-returned.ts'
import { startSweeper } from './mails/sweeper.ts'
import { createSmtp } from './mails/transport.ts'
import { unsentMails } from './mails/unsent-mails.ts'
import { createNoticeStore, type NoticeStore } from './notices/notice-store.ts'
import { createNewsBudget } from './notifications/news-budget.ts'
import { createPreferenceStore, type PreferenceStore } from './preferences/preference-store.ts'
import { startPushes } from './push/deliver-pushes.ts'
import { createDeviceStore, createEndedDevices, type DeviceStore } from './push/device-store.ts'
import { createEndpointCheck } from './push/push-hosts.ts'
import { pushKeysIn } from './push/push-keys.ts'
import { createPushStore, createQueuePush, type Noticed } from './push/push-store.ts'
import { createPushTransport } from './push/push-transport.ts'
import { createRetention } from './retention.ts'
import { startSms } from './sms/deliver-sms.ts'
import { createSmsLimits } from './sms/sms-limits.ts'
import { createSmsNumberStore } from './sms/sms-number-store.ts'
import { createQueueSms, createSmsStore } from './sms/sms-store.ts'
import { createHttpSms, createSmsMetrics } from './sms/sms-transport.ts'
import { createStreaming } from './streams/streaming.ts'

type Options = {
  config: Settings
  connection: Connection
  redis: Redis
  outbox: Outbox
  mails: MailStore
  registry: Registry
  clock: { now: () => number; date: () => Date }
  log: Log
  /** What a test of faults sets: names in Redis, waiting times, and a queue that it can stop. */
  test?: {
    prefix: string
    breakerMs: number
    smsAnswerMs: number
    openQueue: typeof createMailQueue
  }
}

export type Parts = ReturnType<typeof createParts>

/** Everything on one database, the same for the service and its tests. */
export function createParts(options: Options) {
  const { config, connection, redis, outbox, mails, clock, log, test } = options
  const sealer = createSealer(config.MAIL_KEY)
  const site = {
    publicUrl: config.PUBLIC_URL,
    support: config.SUPPORT_EMAIL,
    sender: config.MAIL_FROM,
    isDemo: config.DEMO,
  }
  const surroundings = { log, now: clock.date }
  const notices = createNoticeStore(connection, clock.date)
  const preferences = createPreferenceStore(connection)
  const erasures = createErasureStore(connection, outbox, clock.date)
  const streaming = createStreaming({
    ...{ redis, redisUrl: config.REDIS_URL, notices, log, now: clock.now },
    ...(test && { prefix: `${test.prefix}:` }),
  })
  const { publishLive } = streaming
  const mailParts = createMailParts(options, sealer)
  const { returnPath, queue, breaker } = mailParts
  const mailer = createMailer({ mails, queue, erasures, sealer, returnPath })
  const { returned, returnedMails } = createReturnedParts(options, { erasures, returnPath })
  const { push, pushParts, ...pushing } = createPushParts(options, { sealer, notices, preferences })
  const { text, smsParts, ...texting } = createSmsParts(options, {
    ...{ sealer, notices, preferences, devices: pushParts.devices },
  })
  const unread = createUnreadStore(connection, sealer)
  const digestParts = { unread, preferences, mailer, erasures, links: site, push }
  const digest = createDigest(digestParts)
  return {
    ...{ connection, sealer, site, mails, notices, preferences, erasures, unread, mailer },
    ...{
      ...mailParts,
      returned,
      returnedMails,
      streaming,
      publishLive,
      pushParts,
      ...pushing,
      text,
      smsParts,
      ...texting,
    },
    newsBudget: createNewsBudget(connection),
    ...{ digest, digestParts, messages: createMessageEvents({ unread, notices, erasures, publishLive }) },
    announce: async (notice: Noticed): Promise<void> => {
      await publishLive([notice.userId], { kind: 'notice', id: notice.noticeId })
      await push(notice)
      await text(notice)
    },
    /** Each starts one timer and returns what stops it. */
    timers: {
      sweeper: () => startSweeper({ mails, queue, breaker, log }),
      retention: () => keepRetention(createRetention({ mails, notices }), log, clock.date),
      digests: () => startDigests(digest, surroundings),
      pushes: () => startPushes(pushParts, surroundings),
      returned: () => (returnedMails ? startReturned({ ...returnedMails, log }) : async () => {}),
      sms: () => (smsParts ? startSms(smsParts, surroundings) : async () => {}),
    },
    workers: [
      { name: 'queue', stop: mailParts.queue.close },
      { name: 'redis', stop: async () => redis.disconnect() },
      { name: 'smtp', stop: mailParts.smtp.close },
    ],
  }
}

function createMailParts({ config, redis, mails, registry, clock, log, test }: Options, sealer: Sealer) {
  const breaker = createBreaker(test && { retryMs: test.breakerMs })
  const smtp = createSmtp(config.SMTP_URL, { name: productName.en, address: config.MAIL_FROM })
  const returnPath = config.BOUNCE_ADDRESS ? createReturnPath(config.BOUNCE_ADDRESS, config.MAIL_KEY) : null
  const unsent = () => unsentMails(mails.collection, clock.date())
  const { openQueue = createMailQueue } = test ?? {}
  const queue = openQueue({
    ...{ redis, redisUrl: config.REDIS_URL, log, work: (id) => deliver(id) },
    ...(test && { prefix: test.prefix }),
  })
  const deliver = createDelivery(
    {
      ...{ mails, transport: smtp, breaker, again: queue.add },
      outgoingOf: createOutgoing({
        ...{ sealer, publicUrl: config.PUBLIC_URL, operator: operatorOf(config), returnPath },
      }),
      counted: createMailMetrics(registry, {
        ...{ counts: queue.counts, breaker, unsent, countHeld: mails.countHeld },
      }),
    },
    { log, now: clock.date },
  )
  return { breaker, smtp, unsent, queue, deliver, returnPath }
}

/** Without a mailbox nothing is read; the store is kept, because a mailbox may be set later. */
function createReturnedParts(
  { config: { BOUNCE_MAILBOX: mailbox }, connection, outbox, mails, registry, clock }: Options,
  { erasures, returnPath }: { erasures: Erasures; returnPath: ReturnPath | null },
) {
  const returned = createReturnedStore(connection, outbox, clock.date)
  const counted = createReturnedCounter(registry)
  const takeBack = returnPath && createTakeBackReturned({ mails, returned, erasures, returnPath, counted })
  return { returned, returnedMails: mailbox && takeBack ? { mailbox, takeBack } : null }
}

type Stores = { sealer: Sealer; notices: NoticeStore; preferences: PreferenceStore }

function createPushParts(
  { config, connection, redis, clock }: Options,
  { sealer, notices, preferences }: Stores,
) {
  const devices = createDeviceStore(connection, sealer)
  const pushes = createPushStore(connection)
  const mayCallPush = createEndpointCheck(config.PUSH_HOSTS)
  const pushKeys = pushKeysIn(config.PUSH_KEY)
  const transport = createPushTransport({
    ...{ contact: `mailto:${config.SUPPORT_EMAIL}`, mayCall: mayCallPush, keys: pushKeys },
  })
  return {
    ...{ devices, pushes, mayCallPush, pushKeys, push: createQueuePush(devices, pushes, clock.date) },
    pushParts: { devices, pushes, notices, preferences, transport, endedAmong: createEndedDevices(redis) },
  }
}

function createSmsParts(
  { config, connection, registry, clock, test }: Options,
  { sealer, ...shared }: Stores & { devices: DeviceStore },
) {
  const numbers = createSmsNumberStore(connection, sealer, config.MAIL_KEY)
  const sms = createSmsStore(connection, sealer)
  const provider = smsProviderOf(config)
  const transport =
    provider &&
    createHttpSms({
      ...{ ...provider, counted: createSmsMetrics(registry) },
      ...(test && { answerMs: test.smsAnswerMs }),
    })
  return {
    ...{ numbers, sms, smsLimits: createSmsLimits(connection), hasSms: provider !== null },
    // without a provider none are queued that would wait
    text: provider ? createQueueSms(numbers, sms, clock.date) : async () => {},
    smsParts: transport && { ...shared, numbers, sms, transport },
  }
}

const operatorOf = ({ OPERATOR_NAME: name, OPERATOR_ADDRESS: address }: Settings): string =>
  [name, address].filter((part) => part !== '').join(', ')
