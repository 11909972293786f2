import { setTimeout as sleep } from 'node:timers/promises'
import kafkajs, { type Producer, type ProducerBatch, type ProducerConfig } from 'kafkajs'
import type { Message } from '../events/bus.ts'
import type { RetryUntilSuccess } from '../events/turn.ts'
import { atMost, SilentError, within } from '../time-limit.ts'

// a single event is sent at once; under load the events of this many milliseconds share one request, because a request
// costs the broker the same for one event or many
const gatherMs = 25
// well below the 1 MB request limit of a broker
const maxGathered = 400_000

/**
 * kafkajs must not repeat a send itself: where a partition has a new leader that has already answered for other
 * partitions, kafkajs 2.2.4 does not send it the records and reports success (its issue 1303).
 */
export const producerConfig: ProducerConfig = { allowAutoTopicCreation: false, retry: { retries: 0 } }

type Client = { producer: Pick<Producer, 'connect' | 'disconnect' | 'sendBatch'>; cut: () => void }

type Options = {
  /** `cut` closes the connections of this producer for good. */
  create: () => Client
  topicPrefix: string
  untilSuccess: RetryUntilSuccess
  sign: (ok: boolean) => void
  /** After this time the outcome of a send is unknown and its connection is not reused. */
  publishMs: number
}

/**
 * Sends with one producer. kafkajs waits for ever on a half-open connection (its issue 659), so after a send without
 * answer the next one gets a new producer with new connections.
 */
export function createPublisher({ create, topicPrefix, untilSuccess, sign, publishMs }: Options) {
  const leave = ({ producer, cut }: Client) => {
    cut()
    producer.disconnect().catch(() => undefined)
  }
  /** Each attempt uses new connections: kafkajs never gives up one that hangs during login. */
  const open = (): Promise<Client | null> =>
    untilSuccess('kafka producer', async () => {
      const client = create()
      try {
        await within(publishMs, client.producer.connect())
      } catch (error) {
        leave(client)
        throw error
      }
      sign(true)
      return client
    })
  let current = open()

  const close = async (): Promise<void> => {
    const client = await current
    if (!client) return
    await atMost(4000, client.producer.disconnect())
    client.cut()
  }

  const send = async (messages: readonly Message[]): Promise<void> => {
    const mine = current
    const client = await within(publishMs, mine)
    if (!client) throw new Error('the producer is closed')
    const sending = sendAgain(client.producer, publishMs, {
      acks: -1,
      timeout: 10_000,
      topicMessages: byTopic(messages, topicPrefix),
    })
    try {
      await within(publishMs, sending)
      sign(true)
    } catch (error) {
      sign(false)
      if (error instanceof SilentError && mine === current) {
        current = open()
        leave(client)
      }
      throw error
    }
  }

  let gathering: { messages: Message[]; size: number; sent: Promise<void> } | undefined
  let lastSentAt = Number.NEGATIVE_INFINITY

  const gather = () => {
    const batch = { messages: [] as Message[], size: 0, sent: Promise.resolve() }
    const waitMs = lastSentAt + gatherMs - performance.now()
    batch.sent = (waitMs > 0 ? sleep(waitMs) : Promise.resolve()).then(() => {
      if (gathering === batch) gathering = undefined
      lastSentAt = performance.now()
      return send(batch.messages)
    })
    return batch
  }
  const publish = async (messages: readonly Message[]): Promise<void> => {
    if (messages.length === 0) return
    const size = messages.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)
    if (!gathering || gathering.size + size > maxGathered) gathering = gather()
    gathering.messages.push(...messages)
    gathering.size += size
    await gathering.sent
  }
  return { publish, close }
}

/** Sends a batch, and all of it again while kafkajs calls the failure retriable; consumers drop the repeats. */
async function sendAgain(producer: Client['producer'], ms: number, batch: ProducerBatch): Promise<void> {
  const until = performance.now() + ms
  for (let wait = 100; ; wait = Math.min(wait * 2, 2000)) {
    try {
      await producer.sendBatch(batch)
      return
    } catch (error) {
      const isRetriable = error instanceof kafkajs.KafkaJSNumberOfRetriesExceeded
      if (!isRetriable || performance.now() + wait > until) throw error
      await sleep(wait)
    }
  }
}

function byTopic(messages: readonly Message[], topicPrefix: string) {
  const groups = Map.groupBy(messages, (message) => topicPrefix + message.topic)
  return [...groups].map(([topic, records]) => ({
    topic,
    messages: records.map(({ key, value, headers }) => ({ key, value, headers })),
  }))
}
