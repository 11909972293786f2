import { randomUUID } from 'node:crypto'
import { createOutbox } from '@darsi/kit/events/outbox.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { testBus } from '@darsi/kit/testing/events.ts'
import { startMessaging } from '@darsi/kit/testing/messaging.ts'
import {
  eventually,
  serve,
  silentLog,
  testEventKey,
  testGateway,
  testServers,
  unique,
} from '@darsi/kit/testing/testing.ts'
import { afterAll } from '@jest/globals'
import { Redis } from 'ioredis'
import { createNotificationsApp } from '../src/app.ts'
import { consumes } from '../src/events.ts'
import { createMailStore } from '../src/mails/mail-store.ts'
import { createMailQueue } from '../src/mails/queue.ts'
import { createParts } from '../src/parts.ts'
import { createStreaming } from '../src/streams/streaming.ts'
import { smtpSink } from './smtp-sink.ts'

const clock = { now: Date.now, date: () => new Date() }

/**
 * The whole service on the real servers, with its own databases, topics and queue keys. Of its timers only the sweeper
 * runs: the tests choose the times of the others.
 */
export async function start(smtpUrl: string, pushHosts = '', smsUrl?: string, bounceMailbox?: string) {
  const { mongoUrl, redisUrl } = testServers()
  const prefix = unique('mail')
  const kafka = await testBus()
  const connection = await connectMongo(mongoUrl, prefix)
  const outbox = createOutbox({ producer: 'notifications', sealer: kafka.trustOf('notifications') })
  const mails = createMailStore(connection)
  const redis = connectRedis(redisUrl, silentLog)
  const metrics = createMetrics('notifications')
  const workers = openableQueue()
  const parts = createParts({
    ...{ connection, redis, outbox, mails, registry: metrics.registry, clock, log: silentLog },
    config: {
      REDIS_URL: redisUrl,
      SMTP_URL: smtpUrl,
      MAIL_KEY: testEventKey,
      MAIL_FROM: 'no-reply@darsi.example',
      SUPPORT_EMAIL: 'support@darsi.example',
      ...{ OPERATOR_NAME: '', OPERATOR_ADDRESS: '', OPERATOR_DECLARATION: '' },
      PUBLIC_URL: 'https://darsi.example',
      PUSH_KEY: testEventKey,
      PUSH_HOSTS: pushHosts,
      BOUNCE_ADDRESS: bounceMailbox && 'bounces@darsi.example',
      BOUNCE_MAILBOX: bounceMailbox,
      SMS_URL: smsUrl,
      SMS_TOKEN: 'token of the test',
      SMS_SENDER: 'Darsi',
      DEMO: false,
    },
    test: { prefix, breakerMs: 2000, smsAnswerMs: 700, openQueue: workers.open },
  })
  await syncIndexes(connection)
  const stopSweeper = parts.timers.sweeper()
  const consumed = consumes(parts)
  const outboxed = [parts.erasures.collection, parts.returned.collection]
  const stopMessaging = await startMessaging({
    ...{ kafka, service: 'notifications', outboxed, outbox, consumes: consumed },
  })
  const gateway = await testGateway('notifications')
  const serveWith = ({ streaming }: Pick<typeof parts, 'streaming'>) =>
    serve(
      createNotificationsApp(
        { ...parts, streaming },
        {
          verifyIdentity: gateway.verifyIdentity,
          log: silentLog,
          metrics,
          ready: async () => {},
          now: Date.now,
        },
      ),
      gateway,
    )
  const served = await serveWith(parts)

  return {
    ...parts,
    ...served,
    /** Prefix of every Redis channel of this world. */
    prefix: `${prefix}:`,
    gateway,
    kafka,
    redis,
    consumes: consumed,
    /** The attempts at mails so far, each as its kind and outcome. */
    counts: async () => {
      const counted = await metrics.registry.getSingleMetric('mails_total')?.get()
      return (counted?.values ?? []).flatMap(({ labels, value }) =>
        Array.from({ length: value }, () => `${labels['kind']} ${labels['outcome']}`),
      )
    },
    /** From now on only the test delivers events, and no mail is sent. */
    quiet: async () => {
      await stopMessaging()
      await stopSweeper()
      await workers.stop()
    },
    /** Another process of the service: the same database and Redis, its own port and streams. */
    another: async () => {
      const streaming = createStreaming({
        ...{ redis, redisUrl, prefix: `${prefix}:`, notices: parts.notices, log: silentLog, now: Date.now },
      })
      // waits for its connection to Redis
      await streaming.publishLive(['nobody'], { kind: 'sync', id: 'start' })
      const served = await serveWith({ streaming })
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
      await workers.stop()
      const redis = new Redis(redisUrl)
      await redis.eval(
        "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end",
        0,
        `${prefix}:*`,
      )
      redis.disconnect()
      workers.start()
    },
    /** Closes the workers; events still create mails, and jobs on request. */
    stopWorkers: workers.stop,
    startWorkers: workers.start,
    registered: (person: Person, language: 'en' | 'fr' | 'ar' = 'en') =>
      kafka.account.registered({
        userId: person.id,
        governorateId: 15,
        email: person.email,
        fullName: 'Amal',
        language,
        verificationToken: 'secret-token',
      }),
    settled: (person: Person, state: 'sent' | 'dead' = 'sent', ms = 20_000) =>
      eventually(async () => {
        const mail = await mails.collection.findOne({ userId: person.id })
        return mail?.state === state ? mail : null
      }, ms),
    close: async () => {
      await stopSweeper()
      parts.streaming.stop()
      await served.close()
      await stopMessaging()
      for (const { stop } of parts.workers) await stop()
      await kafka.close()
      await connection.dropDatabase()
      await connection.close()
    },
  }
}

/** A world for all tests of the file, with a mail server of its own. */
export async function startForAll() {
  const sink = await smtpSink()
  const world = await start(sink.url)
  afterAll(async () => {
    await world.close()
    await sink.close()
  })
  return { sink, world }
}

export type World = Awaited<ReturnType<typeof start>>
export type Person = { id: string; email: string }

export function someone(): Person {
  const id = randomUUID()
  return { id, email: `${id}@example.tn` }
}

/** A queue whose worker a test can stop and start. */
function openableQueue() {
  let start = () => {}
  let queue: ReturnType<typeof createMailQueue> | undefined
  const stop = async () => {
    const closing = queue
    queue = undefined
    await closing?.close()
  }
  return {
    open: (options: Parameters<typeof createMailQueue>[0]): ReturnType<typeof createMailQueue> => {
      start = () => {
        queue = createMailQueue(options)
      }
      start()
      return {
        add: async (...job) => (queue ? queue.add(...job) : false),
        counts: async () => (queue ? queue.counts() : {}),
        close: stop,
      }
    },
    start: () => start(),
    stop,
  }
}
