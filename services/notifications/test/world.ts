import { randomUUID } from 'node:crypto'
import { notificationsApi } from '@darsi/contracts/calls/notifications/notifications-api.ts'
import { startConsumer } from '@darsi/kit/events/consumer.ts'
import { createOutbox } from '@darsi/kit/events/outbox.ts'
import { createRelay } from '@darsi/kit/events/relay.ts'
import { createApp } from '@darsi/kit/http/app.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { testBus } from '@darsi/kit/testing/events.ts'
import {
  eventually,
  serve,
  silentLog,
  testEventKey,
  testGateway,
  testServers,
  unique,
} from '@darsi/kit/testing/testing.ts'
import { Redis } from 'ioredis'
import { createDigest } from '../src/digests/digest.ts'
import { createMessageEvents } from '../src/digests/events.ts'
import { createUnreadStore } from '../src/digests/unread-store.ts'
import { createErasureStore } from '../src/erasure-store.ts'
import { consumes } from '../src/events.ts'
import { createBreaker } from '../src/mails/breaker.ts'
import { createDelivery } from '../src/mails/deliver.ts'
import { createMailStore } from '../src/mails/mail-store.ts'
import { createMailQueue } from '../src/mails/queue.ts'
import { startSweeper } from '../src/mails/sweeper.ts'
import { createSmtp } from '../src/mails/transport.ts'
import { createNoticeStore } from '../src/notices/notice-store.ts'
import { createPreferenceStore } from '../src/preferences/preference-store.ts'
import { createDeviceStore } from '../src/push/device-store.ts'
import { createEndedDevices } from '../src/push/ended-sessions.ts'
import { createEndpointCheck } from '../src/push/push-hosts.ts'
import { pushKeysIn } from '../src/push/push-keys.ts'
import { createPushStore } from '../src/push/push-store.ts'
import { createPushTransport } from '../src/push/push-transport.ts'
import { createQueuePush } from '../src/push/queue-push.ts'
import { routes } from '../src/routes.ts'
import { createQueueSms } from '../src/sms/queue-sms.ts'
import { createSmsLimits } from '../src/sms/sms-limits.ts'
import { createSmsNumberStore } from '../src/sms/sms-number-store.ts'
import { createSmsStore } from '../src/sms/sms-store.ts'
import { createHttpSms } from '../src/sms/sms-transport.ts'
import { createStreaming } from '../src/streams/streaming.ts'

const publicUrl = 'https://darsi.example'
const now = () => new Date()
const from = { name: 'Darsi', address: 'no-reply@darsi.example' }

/** The whole service on the real servers, with its own databases, topics and queue keys. */
export async function start(smtpUrl: string, pushHosts = '', smsUrl = '') {
  const { mongoUrl, redisUrl } = testServers()
  const prefix = unique('mail')
  const kafka = await testBus()
  const { sealer } = kafka
  const connection = await connectMongo(mongoUrl, prefix)
  const outbox = createOutbox({ producer: 'notifications', sealer: kafka.trustOf('notifications') })
  const mails = createMailStore(connection)
  const notices = createNoticeStore(connection, () => new Date())
  const preferences = createPreferenceStore(connection)
  const unread = createUnreadStore(connection)
  const erasures = createErasureStore(connection, outbox, now)
  const devices = createDeviceStore(connection, sealer)
  const pushes = createPushStore(connection)
  const pushKeys = pushKeysIn(testEventKey)
  const mayCallPush = createEndpointCheck(pushHosts)
  const redis = connectRedis(redisUrl, silentLog)
  const pushParts = {
    ...{ devices, pushes, notices, preferences, keys: pushKeys, log: silentLog },
    transport: createPushTransport({ contact: 'mailto:support@darsi.example', mayCall: mayCallPush }),
    endedAmong: createEndedDevices(redis),
  }
  const numbers = createSmsNumberStore(connection, sealer, testEventKey)
  const sms = createSmsStore(connection, sealer)
  const smsLimits = createSmsLimits(connection)
  const smsCounts: string[] = []
  const smsParts = {
    ...{ numbers, sms, notices, preferences, devices, log: silentLog },
    transport: createHttpSms({ url: smsUrl, token: 'token of the test', sender: 'Darsi', answerMs: 700 }),
    counted: (outcome: string) => smsCounts.push(outcome),
  }
  const push = createQueuePush(devices, pushes, now)
  const text = createQueueSms(numbers, sms, now)
  await syncIndexes(connection)
  const relay = createRelay({
    collections: [erasures.collection],
    outbox,
    bus: kafka.bus,
    log: silentLog,
  })
  relay.start()
  const transport = createSmtp(smtpUrl, from)
  const counts: string[] = []
  const openQueue = () =>
    createMailQueue({ redis, redisUrl, prefix, log: silentLog, work: (id) => deliver(id) })
  let queue = openQueue()
  const breaker = createBreaker({ retryMs: 2000 })
  const deliver = createDelivery({
    mails,
    transport,
    breaker,
    sealer,
    log: silentLog,
    again: (...job) => queue.add(...job),
    counted: (kind, outcome) => counts.push(`${kind} ${outcome}`),
    publicUrl,
  })
  let isQuiet = false
  const add = async (...job: Parameters<typeof queue.add>) => !isQuiet && queue.add(...job)
  const stopSweeper = startSweeper({ mails, queue: { add }, breaker, log: silentLog })
  const openStreaming = () =>
    createStreaming({ redis, redisUrl, prefix: `${prefix}:`, notices, log: silentLog, now: Date.now })
  const streaming = openStreaming()
  const links = { publicUrl, support: 'support@darsi.example', sender: from.address }
  const digestParts = { unread, preferences, mails, erasures, queue: { add }, sealer, links, push }
  const consumed = consumes({
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
    text,
    queue: { add },
    publishLive: streaming.publishLive,
    sealer,
    links,
  })
  const consumer = await startConsumer({
    bus: kafka.bus,
    group: 'notifications',
    consumes: consumed,
    sealer,
    log: silentLog,
  })
  await consumer.joined
  const gateway = await testGateway('notifications')
  const appOf = (streaming: ReturnType<typeof openStreaming>) =>
    createApp({
      table: notificationsApi,
      routes: routes({
        ...{ connection, mails, notices, preferences, streaming, devices, pushKeys, mayCallPush },
        ...{ erasures, numbers, sms, smsLimits, hasSms: smsUrl !== '' },
      }),
      verifyIdentity: gateway.verifyIdentity,
      log: silentLog,
      metrics: createMetrics('notifications'),
      ready: async () => {},
      now: Date.now,
    })
  const served = await serve(appOf(streaming), gateway)

  return {
    /** Prefix of every Redis channel of this world. */
    prefix: `${prefix}:`,
    ...served,
    gateway,
    unread,
    digestParts,
    /** One digest round at a time chosen by the test. */
    digest: createDigest(digestParts),
    kafka,
    connection,
    consumes: consumed,
    /** From now on only the test delivers events, and no mail is sent. */
    quiet: async () => {
      await consumer.stop()
      await relay.stop()
      stopSweeper()
      isQuiet = true
    },
    notices,
    mails,
    preferences,
    erasures,
    devices,
    pushes,
    pushParts,
    numbers,
    sms,
    smsParts,
    smsCounts,
    text,
    redis,
    deliver,
    breaker,
    counts,
    streaming,
    /** Another process of the service: the same database and Redis, its own port and streams. */
    another: async () => {
      const streaming = openStreaming()
      // waits for its connection to Redis
      await streaming.publishLive(['nobody'], { kind: 'sync', id: 'start' })
      const served = await serve(appOf(streaming), gateway)
      return {
        ...served,
        streaming,
        stop: async () => {
          streaming.stop()
          await served.close()
        },
      }
    },
    /** Removes the queue's keys at once, like an emptied Redis, while the workers are stopped. */
    emptyRedis: async () => {
      await queue.close()
      const redis = new Redis(redisUrl)
      await redis.eval(
        "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end",
        0,
        `${prefix}:*`,
      )
      redis.disconnect()
      queue = openQueue()
    },
    /** Closes the workers; events still create mails, and jobs on request. */
    stopWorkers: () => queue.close(),
    startWorkers: () => {
      queue = openQueue()
    },
    registered: (person: Person, language: 'en' | 'fr' | 'ar' = 'en') =>
      kafka.publish('auth', person.id, 1, {
        type: 'user.registered',
        data: {
          userId: person.id,
          role: 'student',
          status: 'approved',
          governorateId: 15,
          createdAt: new Date().toISOString(),
        },
        personal: {
          email: person.email,
          fullName: 'Amal',
          language,
          phone: '+21620123456',
          location: {},
          roleData: {},
          verificationToken: 'secret-token',
        },
      }),
    settled: (person: Person, state: 'sent' | 'dead' = 'sent', ms = 20_000) =>
      eventually(async () => {
        const mail = await mails.collection.findOne({ userId: person.id })
        return mail?.state === state ? mail : null
      }, ms),
    close: async () => {
      stopSweeper()
      streaming.stop()
      await served.close()
      await consumer.stop()
      await queue.close()
      transport.close()
      redis.disconnect()
      await relay.stop()
      await kafka.close()
      await connection.dropDatabase()
      await connection.close()
    },
  }
}

export type World = Awaited<ReturnType<typeof start>>
export type Person = { id: string; email: string }

export function someone(): Person {
  const id = randomUUID()
  return { id, email: `${id}@example.tn` }
}
