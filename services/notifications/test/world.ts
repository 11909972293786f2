import { randomUUID } from 'node:crypto'
import { notificationsApi } from '@darsi/contracts/notifications-api.ts'
import { createApp } from '@darsi/kit/app.ts'
import { startConsumer } from '@darsi/kit/consumer.ts'
import { createMetrics } from '@darsi/kit/metrics.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo.ts'
import { createOutbox } from '@darsi/kit/outbox.ts'
import { createRelay } from '@darsi/kit/relay.ts'
import { eventually, serve, silentLog, testGateway, testServers, unique } from '@darsi/kit/testing.ts'
import { testBus } from '@darsi/kit/testing-events.ts'
import { Redis } from 'ioredis'
import { createDelivery } from '../src/deliver.ts'
import { erasureStore } from '../src/erasure-store.ts'
import { consumes } from '../src/events.ts'
import { mailStore } from '../src/mail-store.ts'
import { createDigest } from '../src/messages/digest.ts'
import { createMessageEvents } from '../src/messages/message-events.ts'
import { unreadStore } from '../src/messages/unread-store.ts'
import { noticeStore } from '../src/notice-store.ts'
import { preferenceStore } from '../src/preference-store.ts'
import { createMailQueue } from '../src/queue.ts'
import { routes } from '../src/routes.ts'
import { createStreaming } from '../src/stream/streaming.ts'
import { startSweeper } from '../src/sweeper.ts'
import { createSmtp } from '../src/transport.ts'

export const publicUrl = 'https://darsi.example'
const from = { name: 'Darsi', address: 'no-reply@darsi.example' }

/** The whole service on the real servers, with databases, topics and queue keys of its own. */
export async function start(smtpUrl: string) {
  const { mongoUrl, redisUrl } = testServers()
  const prefix = unique('mail')
  const kafka = await testBus()
  const { sealer } = kafka
  const connection = await connectMongo(mongoUrl, prefix)
  const outbox = createOutbox({ producer: 'notifications', sealer })
  const mails = mailStore(connection)
  const notices = noticeStore(connection)
  const preferences = preferenceStore(connection)
  const unread = unreadStore(connection)
  const erasures = erasureStore(connection, outbox)
  await syncIndexes(connection)
  const relay = createRelay({
    models: [erasures.model as never],
    outbox,
    bus: kafka.bus,
    log: silentLog,
  })
  relay.start()
  const transport = createSmtp(smtpUrl, from)
  const counts: string[] = []
  const openQueue = () => createMailQueue({ redisUrl, prefix, log: silentLog, work: (id) => deliver(id) })
  let queue = openQueue()
  const deliver = createDelivery({
    mails,
    transport,
    sealer,
    log: silentLog,
    again: (...job) => queue.add(...job),
    counted: (kind, outcome) => counts.push(`${kind} ${outcome}`),
    publicUrl,
  })
  const add = (...job: Parameters<typeof queue.add>) => queue.add(...job)
  const stopSweeper = startSweeper({ mails, queue: { add }, log: silentLog })
  const openStreaming = () => createStreaming({ redisUrl, prefix: `${prefix}:`, notices, log: silentLog })
  const streaming = openStreaming()
  const links = { publicUrl, support: 'support@darsi.example', sender: from.address }
  const consumer = await startConsumer({
    bus: kafka.bus,
    group: 'notifications',
    consumes: consumes({
      mails,
      notices,
      preferences,
      messages: createMessageEvents({ unread, notices, erasures, tell: streaming.tell, sealer }),
      erasures,
      queue: { add },
      tell: streaming.tell,
      sealer,
      links,
    }),
    sealer,
    log: silentLog,
  })
  await consumer.joined
  const gateway = await testGateway('notifications')
  const appOf = (streaming: ReturnType<typeof openStreaming>) =>
    createApp({
      table: notificationsApi,
      routes: routes({ mails, notices, preferences, streaming }),
      verifyIdentity: gateway.verifyIdentity,
      log: silentLog,
      metrics: createMetrics('notifications'),
      ready: async () => {},
    })
  const served = await serve(appOf(streaming), gateway)

  return {
    /** Before every Redis channel of this world. */
    prefix: `${prefix}:`,
    ...served,
    gateway,
    unread,
    /** One look at what is due, by a clock of the test's own. */
    digest: createDigest({ unread, preferences, mails, queue: { add }, sealer, links }),
    kafka,
    notices,
    mails,
    preferences,
    erasures,
    deliver,
    counts,
    streaming,
    /** Another process of the service: the same database and Redis, its own port and streams. */
    another: async () => {
      const streaming = openStreaming()
      // waits for its connection to Redis
      await streaming.tell(['nobody'], { kind: 'sync', id: 'start' })
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
    /** Takes the queue's keys away, as an emptied Redis does, with the workers cut off meanwhile. */
    emptyRedis: async () => {
      await queue.close()
      const redis = new Redis(redisUrl)
      const keys = await redis.keys(`${prefix}:*`)
      if (keys.length > 0) await redis.del(...keys)
      redis.disconnect()
      queue = openQueue()
    },
    /** Closes the workers; events still make mails, and jobs where that is asked. */
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
        const mail = await mails.model.findOne({ userId: person.id }).lean()
        return mail?.state === state ? mail : null
      }, ms),
    close: async () => {
      stopSweeper()
      streaming.stop()
      await served.close()
      await consumer.stop()
      await queue.close()
      transport.close()
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
