import kafkajs, { type Admin, type Consumer, type IHeaders, logLevel, type Producer } from 'kafkajs'
import type { Message } from './envelope.ts'
import { patchRequestQueue } from './kafka-patch.ts'
import type { Log } from './log.ts'

patchRequestQueue()

const partitions = 6
// product.md §8: personal data and mailed tokens age out before spec §9's seven days for data requests
const retentionMs = 6 * 24 * 3600 * 1000
const segmentMs = 12 * 3600 * 1000
const silenceMs = 30_000

export type Received = Message & { partition: number; offset: string }
export type Handle = (message: Received, alive: () => Promise<void>) => Promise<void>
export type Subscription = { stop: () => Promise<void> }

export type Bus = {
  /** Acknowledged by all replicas, in order per key, or rejected: the outcome is then unknown. */
  publish: (messages: readonly Message[]) => Promise<void>
  /** Offsets move only after `handle` resolved; a handler must not throw. */
  consume: (options: { group: string; topics: readonly string[]; handle: Handle }) => Promise<Subscription>
  ensureTopics: (topics: readonly string[]) => Promise<void>
  /** Messages not yet handled, per group. */
  lag: (group: string, topics: readonly string[]) => Promise<number>
  health: () => { connected: boolean }
  close: () => Promise<void>
}

type BusOptions = {
  brokers: string[]
  clientId: string
  topicPrefix?: string
  log: Log
  /** Ends the process when a consumer can no longer work; a supervisor starts it again. */
  die?: (reason: string) => void
}

/** The narrow port to Kafka; nothing else imports kafkajs. Connecting goes on for ever with a capped back-off. */
export function createBus({ brokers, clientId, topicPrefix = '', log, die = exit(log) }: BusOptions): Bus {
  const kafka = new kafkajs.Kafka({
    brokers,
    clientId,
    logLevel: logLevel.NOTHING,
    connectionTimeout: 3000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2000, retries: 8 },
  })
  const producer = kafka.producer({ allowAutoTopicCreation: false, retry: { retries: 8 } })
  const admin = kafka.admin()
  let connected = false
  let closed = false
  producer.on('producer.connect', () => {
    connected = true
  })
  producer.on('producer.disconnect', () => {
    connected = false
  })

  const patiently = async (what: string, connect: () => Promise<void>) => {
    for (let wait = 100; !closed; wait = Math.min(wait * 2, 2000)) {
      try {
        await connect()
        return
      } catch (error) {
        log.warn({ err: error }, `${what} not connected yet`)
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }
  const ready = patiently('kafka producer', () => producer.connect())
  let adminReady: Promise<void> | undefined
  const withAdmin = async (): Promise<Admin> => {
    adminReady ??= patiently('kafka admin', () => admin.connect())
    await adminReady
    return admin
  }
  const subscriptions = new Set<Subscription>()

  return {
    publish: async (messages) => {
      await ready
      await send(producer, topicPrefix, messages)
    },

    ensureTopics: async (topics) => {
      const create = async () => {
        await (await withAdmin()).createTopics({
          waitForLeaders: true,
          topics: topics.map((topic) => ({
            topic: topicPrefix + topic,
            numPartitions: partitions,
            configEntries: [
              { name: 'cleanup.policy', value: 'delete' },
              { name: 'retention.ms', value: String(retentionMs) },
              { name: 'segment.ms', value: String(segmentMs) },
            ],
          })),
        })
      }
      await patiently('topics', create)
    },

    consume: async ({ group, topics, handle }) => {
      const consumer = kafka.consumer({
        groupId: topicPrefix + group,
        sessionTimeout: 10_000,
        heartbeatInterval: 2000,
        rebalanceTimeout: 30_000,
        maxWaitTimeInMs: 500,
        allowAutoTopicCreation: false,
        retry: { retries: 8 },
      })
      watch(consumer, group, die)
      await patiently(`consumer ${group}`, async () => {
        await consumer.connect()
        await consumer.subscribe({ topics: topics.map((topic) => topicPrefix + topic), fromBeginning: true })
      })
      await consumer.run({
        partitionsConsumedConcurrently: partitions,
        eachBatchAutoResolve: false,
        autoCommitInterval: 1000,
        eachBatch: async ({
          batch,
          resolveOffset,
          heartbeat,
          commitOffsetsIfNecessary,
          isRunning,
          isStale,
        }) => {
          for (const message of batch.messages) {
            if (!isRunning() || isStale()) return
            await handle(
              {
                topic: batch.topic.slice(topicPrefix.length),
                partition: batch.partition,
                offset: message.offset,
                key: message.key?.toString() ?? '',
                value: message.value?.toString() ?? '',
                headers: plain(message.headers),
              },
              heartbeat,
            )
            resolveOffset(message.offset)
            await heartbeat()
            await commitOffsetsIfNecessary()
          }
        },
      })
      const subscription = {
        stop: async () => {
          subscriptions.delete(subscription)
          await consumer.disconnect()
        },
      }
      subscriptions.add(subscription)
      return subscription
    },

    lag: async (group, topics) => {
      const client = await withAdmin()
      let behind = 0n
      for (const topic of topics) {
        const ends = await client.fetchTopicOffsets(topicPrefix + topic)
        const [committed] = await client.fetchOffsets({
          groupId: topicPrefix + group,
          topics: [topicPrefix + topic],
        })
        for (const end of ends) {
          const at = committed?.partitions.find((one) => one.partition === end.partition)?.offset ?? '-1'
          const from = at === '-1' ? BigInt(end.low) : BigInt(at)
          behind += BigInt(end.high) - from
        }
      }
      return Number(behind)
    },

    health: () => ({ connected }),

    close: async () => {
      closed = true
      await Promise.allSettled([...subscriptions].map((subscription) => subscription.stop()))
      await Promise.allSettled([producer.disconnect(), adminReady && admin.disconnect()])
    },
  }
}

async function send(producer: Producer, topicPrefix: string, messages: readonly Message[]): Promise<void> {
  const byTopic = Map.groupBy(messages, (message) => topicPrefix + message.topic)
  await producer.sendBatch({
    acks: -1,
    timeout: 10_000,
    topicMessages: [...byTopic].map(([topic, records]) => ({
      topic,
      messages: records.map(({ key, value, headers }) => ({ key, value, headers })),
    })),
  })
}

/** A consumer that stops fetching or crashes for good must not live on silently (kafkajs issues 659, 1163). */
function watch(consumer: Consumer, group: string, die: (reason: string) => void): void {
  const { FETCH, HEARTBEAT, CRASH, GROUP_JOIN, DISCONNECT, STOP } = consumer.events
  let last = 0
  const seen = () => {
    last = Date.now()
  }
  for (const event of [FETCH, HEARTBEAT, GROUP_JOIN]) consumer.on(event, seen)
  const timer = setInterval(() => {
    if (last > 0 && Date.now() - last > silenceMs)
      die(`consumer ${group} has been silent for ${silenceMs / 1000} s`)
  }, 5000)
  timer.unref()
  consumer.on(CRASH, ({ payload }) => {
    if (!payload.restart) die(`consumer ${group} crashed: ${payload.error.message}`)
    // kafkajs restarts it itself: silence counts again once it has joined
    last = 0
  })
  for (const event of [DISCONNECT, STOP]) {
    consumer.on(event, () => {
      last = 0
    })
  }
}

function plain(headers: IHeaders | undefined): Record<string, string> {
  const entries = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)])
  return Object.fromEntries(entries)
}

function exit(log: Log) {
  return (reason: string) => {
    log.fatal({ reason }, 'giving up; the supervisor starts this process again')
    process.exit(1)
  }
}
