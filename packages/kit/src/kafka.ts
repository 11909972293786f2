import { connect } from 'node:net'
import { topicSettings } from '@darsi/contracts/event.ts'
import kafkajs, { type Admin, logLevel } from 'kafkajs'
import type { Bus, Message, PartitionLag, Subscription } from './bus.ts'
import { consume } from './kafka-consume.ts'
import { patchRequestQueue } from './kafka-patch.ts'
import { readToEnd } from './kafka-read.ts'
import type { Log } from './log.ts'
import { sleep } from './turn.ts'

patchRequestQueue()

export type BusOptions = {
  brokers: string[]
  clientId: string
  topicPrefix?: string
  log: Pick<Log, 'warn' | 'fatal'>
  /** Ends the process when a consumer can no longer work; a supervisor starts it again. */
  die?: (reason: string) => void
  /** Where to dial for an address that Kafka advertises: a tunnel, or a proxy that injects faults. */
  reach?: (address: Address) => Address
}
type Address = { host: string; port: number }

/** The bus over Kafka; only the kafka*.ts files know kafkajs. */
export function createBus({
  brokers,
  clientId,
  topicPrefix = '',
  log,
  die = exit(log),
  reach = (address) => address,
}: BusOptions): Bus {
  let connected = false
  let closed = false
  const sign = (ok: boolean) => {
    connected = ok
  }

  const createClient = (onRefused: () => void = () => undefined) =>
    new kafkajs.Kafka({
      brokers,
      clientId,
      logLevel: logLevel.NOTHING,
      connectionTimeout: 3000,
      requestTimeout: 15_000,
      retry: { initialRetryTime: 100, maxRetryTime: 2000, retries: 8, factor: 0.2, multiplier: 2 },
      socketFactory: ({ host, port, onConnect }) => {
        const socket = connect(reach({ host, port }), onConnect)
        socket.setKeepAlive(true, 10_000)
        socket.setNoDelay(true)
        socket.once('error', () => {
          if (socket.connecting || socket.bytesRead === 0) onRefused()
        })
        return socket
      },
    })
  const kafka = createClient(() => sign(false))
  const producer = kafka.producer({ allowAutoTopicCreation: false })
  const admin = kafka.admin()

  const patiently = async (what: string, attempt: () => Promise<unknown>) => {
    for (let wait = 100; !closed; wait = Math.min(wait * 2, 2000)) {
      try {
        await attempt()
        return true
      } catch (error) {
        log.warn({ err: error }, `${what}: not yet`)
        await sleep(wait)
      }
    }
    return false
  }
  const producing = patiently('kafka producer', async () => {
    await producer.connect()
    sign(true)
  })
  let administering: Promise<boolean> | undefined
  const withAdmin = async (): Promise<Admin> => {
    administering ??= patiently('kafka admin', () => admin.connect())
    await administering
    return admin
  }
  const subscriptions = new Set<Subscription>()

  const lag: Bus['lag'] = async (group, topics) => {
    const client = await withAdmin()
    const full = topics.map((topic) => topicPrefix + topic)
    const committed = await client.fetchOffsets({ groupId: topicPrefix + group, topics: full })
    const all: PartitionLag[] = []
    for (const topic of full) {
      const partitions = committed.find((one) => one.topic === topic)?.partitions ?? []
      for (const { partition, high, low } of await client.fetchTopicOffsets(topic)) {
        const offset = BigInt(partitions.find((one) => one.partition === partition)?.offset ?? -1)
        // an offset older than the oldest record: retention has passed it
        const at = offset < BigInt(low) ? BigInt(low) : offset
        const behind = Number(BigInt(high) - at)
        all.push({ topic: topic.slice(topicPrefix.length), partition, committed: at, behind })
      }
    }
    return all
  }

  return {
    lag,

    publish: async (messages) => {
      if (messages.length === 0) return
      await producing
      try {
        await producer.sendBatch({ acks: -1, timeout: 10_000, topicMessages: byTopic(messages, topicPrefix) })
        sign(true)
      } catch (error) {
        sign(false)
        throw error
      }
    },

    ensureTopics: async (topics) => {
      await patiently('topics', async () => {
        const client = await withAdmin()
        await client.createTopics({
          waitForLeaders: true,
          topics: topics.map((topic) => ({
            topic: topicPrefix + topic,
            numPartitions: topicSettings.partitions,
            configEntries: Object.entries(topicSettings.config).map(([name, value]) => ({
              name,
              value: String(value),
            })),
          })),
        })
      })
    },

    consume: async (options) => {
      const stop = await consume({ ...options, createClient, topicPrefix, patiently, lag, sign, die })
      const subscription = {
        stop: async () => {
          subscriptions.delete(subscription)
          await stop()
        },
      }
      subscriptions.add(subscription)
      return subscription
    },

    read: async (topics) => readToEnd(kafka, await withAdmin(), topics, topicPrefix),

    topics: async () => {
      const names = await (await withAdmin()).listTopics()
      return names
        .filter((name) => name.startsWith(topicPrefix))
        .map((name) => name.slice(topicPrefix.length))
    },

    health: () => ({ connected }),

    close: async () => {
      closed = true
      await Promise.allSettled([...subscriptions].map((subscription) => subscription.stop()))
      await Promise.allSettled([producer.disconnect(), administering && admin.disconnect()])
    },
  }
}

function byTopic(messages: readonly Message[], topicPrefix: string) {
  const groups = Map.groupBy(messages, (message) => topicPrefix + message.topic)
  return [...groups].map(([topic, records]) => ({
    topic,
    messages: records.map(({ key, value, headers }) => ({ key, value, headers })),
  }))
}

function exit(log: Pick<Log, 'fatal'>) {
  return (reason: string) => {
    log.fatal({ reason }, 'giving up; the supervisor starts this process again')
    process.exit(1)
  }
}
