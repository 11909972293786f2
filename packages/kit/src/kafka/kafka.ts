import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { topicSettings } from '@darsi/contracts/events/event-definition.ts'
import kafkajs, { type Admin, logLevel } from 'kafkajs'
import type { Bus, PartitionLag, Subscription } from '../events/bus.ts'
import type { RetryUntilSuccess } from '../events/turn.ts'
import type { Log } from '../observability/log.ts'
import { atMost, within } from '../time-limit.ts'
import { createTopics } from './create-topics.ts'
import { dial, type KafkaAccess } from './kafka-access.ts'
import { type CreateClient, consume } from './kafka-consume.ts'
import { patchRequestQueue, patchTimeoutCheck, patchTopicOffsets } from './kafka-patch.ts'
import { createPublisher, producerConfig } from './kafka-produce.ts'
import { readToEnd } from './kafka-read.ts'
import { positionIn } from './lost-records.ts'
import { topicStates, underReplicated } from './topic-states.ts'

patchRequestQueue()
patchTimeoutCheck()
patchTopicOffsets()

type BusOptions = KafkaAccess & {
  clientId: string
  topicPrefix?: string
  log: Pick<Log, 'warn' | 'fatal'>
  /** Ends the process when a consumer can no longer work; a supervisor restarts it. */
  die?: (reason: string) => void
  /** Maps an address that Kafka advertises to the one to connect to: a tunnel, or a proxy that injects faults. */
  reach?: (address: Address) => Address
  /** Time-outs of a send and of a consumer. */
  publishMs?: number
  silenceMs?: number
  /** How long Kafka keeps a fetch without records. A consumer that leaves waits for its last one. */
  fetchWaitMs?: number
}
type Address = { host: string; port: number }

/** Longer than a few requests take, and shorter than the retries of kafkajs on a half-open connection. */
const adminMs = 20_000
/** Long, because a topic may be large. */
const readMs = 600_000
type AdminClient = ReturnType<CreateClient> & { admin: Admin }

function openAdmin(client: ReturnType<CreateClient>): AdminClient {
  return { ...client, admin: client.kafka.admin() }
}

/** The bus over Kafka. Only the kafka*.ts files use kafkajs. */
export function createBus({
  brokers,
  tls,
  sasl,
  clientId,
  topicPrefix = '',
  log,
  die = exit(log),
  reach = (address) => address,
  publishMs = 15_000,
  silenceMs = 30_000,
  fetchWaitMs = 3000,
  partitions = topicSettings.partitions,
}: BusOptions): Bus {
  let connected = false
  let closed = false
  const sign = (ok: boolean) => {
    connected = ok
  }

  const createClient: CreateClient = (onRefused) => {
    const sockets = new Set<Socket>()
    let cut = false
    const kafka = new kafkajs.Kafka({
      brokers,
      clientId,
      ...(tls && { ssl: tls }),
      ...(sasl && { sasl }),
      logLevel: logLevel.NOTHING,
      connectionTimeout: 3000,
      requestTimeout: 15_000,
      retry: { initialRetryTime: 100, maxRetryTime: 2000, retries: 8, factor: 0.2, multiplier: 2 },
      socketFactory: ({ host, port, onConnect }) => {
        if (cut) throw new Error('closed')
        const socket = dial({ name: host, address: reach({ host, port }), options: tls, onConnect })
        sockets.add(socket)
        socket.setKeepAlive(true, 10_000)
        socket.setNoDelay(true)
        socket.once('close', () => sockets.delete(socket))
        socket.once('error', () => {
          if (socket.bytesRead === 0) onRefused()
        })
        return socket
      },
    })
    return {
      kafka,
      cut: () => {
        cut = true
        // kafkajs notices a closed socket only by an error; without it, its requests and timers would never end
        for (const socket of sockets) socket.destroy(new Error('cut'))
      },
    }
  }
  const refused = () => sign(false)

  const untilSuccess: RetryUntilSuccess = async (what, attempt) => {
    for (let wait = 100; !closed; wait = Math.min(wait * 2, 2000)) {
      try {
        return await attempt()
      } catch (error) {
        log.warn({ err: error }, `${what}: not yet`)
        await sleep(wait)
      }
    }
    return null
  }
  const publisher = createPublisher({
    create: () => {
      const { kafka, cut } = createClient(refused)
      return { producer: kafka.producer(producerConfig), cut }
    },
    topicPrefix,
    untilSuccess,
    sign,
    publishMs,
  })

  let admin: AdminClient | undefined
  const withAdmin = async <T>(run: (client: AdminClient) => Promise<T>, ms = adminMs): Promise<T> => {
    admin ??= openAdmin(createClient(refused))
    const mine = admin
    try {
      return await within(
        ms,
        mine.admin.connect().then(() => run(mine)),
      )
    } catch (error) {
      // Kafka answered: the connection works, and other calls are using it
      if (error instanceof kafkajs.KafkaJSProtocolError) throw error
      // the next call uses new connections
      if (admin === mine) admin = undefined
      mine.cut()
      throw error
    }
  }
  const subscriptions = new Set<Subscription>()

  const lag: Bus['lag'] = (group, topics) =>
    withAdmin(({ admin }) => partitionLags(admin, topicPrefix, group, topics))

  return {
    lag,
    publish: publisher.publish,

    ensureTopics: async (topics) => {
      await untilSuccess('topics', () =>
        withAdmin(({ admin }) => createTopics(admin, topicPrefix, topics, partitions)),
      )
    },

    consume: async (options) => {
      const stop = await consume({
        ...options,
        createClient,
        topicPrefix,
        untilSuccess,
        lag,
        sign,
        die,
        log,
        silenceMs,
        fetchWaitMs,
        partitions,
      })
      const subscription = {
        stop: async () => {
          subscriptions.delete(subscription)
          await stop()
        },
      }
      subscriptions.add(subscription)
      return subscription
    },

    read: (topics) => withAdmin(({ kafka, admin }) => readToEnd(kafka, admin, topics, topicPrefix), readMs),

    topics: async () => {
      const names = await withAdmin(({ admin }) => admin.listTopics())
      return names
        .filter((name) => name.startsWith(topicPrefix))
        .map((name) => name.slice(topicPrefix.length))
    },

    topicStates: (topics) => withAdmin(({ admin }) => topicStates(admin, topicPrefix, topics)),

    underReplicated: (topics) => withAdmin(({ admin }) => underReplicated(admin, topicPrefix, topics)),

    health: () => ({ connected }),

    close: async () => {
      closed = true
      await Promise.allSettled([...subscriptions].map((subscription) => subscription.stop()))
      await atMost(5000, Promise.allSettled([publisher.close(), admin?.admin.disconnect()]))
      admin?.cut()
    },
  }
}

async function partitionLags(
  admin: Admin,
  topicPrefix: string,
  group: string,
  topics: readonly string[],
): Promise<PartitionLag[]> {
  const full = topics.map((topic) => topicPrefix + topic)
  const committed = await admin.fetchOffsets({ groupId: topicPrefix + group, topics: full })
  const all = await Promise.all(
    full.map(async (topic) => {
      const partitions = committed.find((one) => one.topic === topic)?.partitions ?? []
      const ends = await admin.fetchTopicOffsets(topic)
      return ends.map(({ partition, high, low }): PartitionLag => {
        const offset = BigInt(partitions.find((one) => one.partition === partition)?.offset ?? -1)
        const name = topic.slice(topicPrefix.length)
        return { topic: name, partition, ...positionIn({ low: BigInt(low), high: BigInt(high) }, offset) }
      })
    }),
  )
  return all.flat()
}

function exit(log: Pick<Log, 'fatal'>) {
  return (reason: string) => {
    log.fatal({ reason }, 'giving up; the supervisor starts this process again')
    process.exit(1)
  }
}
