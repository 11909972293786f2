import type { Producer } from 'kafkajs'
import type { Message } from '../events/bus.ts'
import { atMost, type Patiently, SilentError, sleep, within } from './turn.ts'

// a lone event leaves at once; in a flood those of so many milliseconds share a request, which costs a broker and
// its consumers as much as one event does
const gatherMs = 25
// well below the megabyte that a broker takes at once
const maxGathered = 400_000

type Client = { producer: Pick<Producer, 'connect' | 'disconnect' | 'sendBatch'>; cut: () => void }

type Options = {
  /** `cut` ends the connections of this producer, now and for ever. */
  create: () => Client
  topicPrefix: string
  patiently: Patiently
  sign: (ok: boolean) => void
  /** A send that takes longer has an unknown outcome and its connection is not used again. */
  publishMs: number
}

/**
 * Sends over one producer. kafkajs goes on for ever over a connection that swallows everything (its issue 659), so
 * after a silent send the next one has a new producer with connections of its own.
 */
export function createPublisher({ create, topicPrefix, patiently, sign, publishMs }: Options) {
  const leave = ({ producer, cut }: Client) => {
    cut()
    producer.disconnect().catch(() => undefined)
  }
  /** Each attempt has connections of its own: kafkajs never gives up one that hangs while it says who it is. */
  const open = (): Promise<Client | null> =>
    patiently('kafka producer', async () => {
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
    const sending = client.producer.sendBatch({
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

function byTopic(messages: readonly Message[], topicPrefix: string) {
  const groups = Map.groupBy(messages, (message) => topicPrefix + message.topic)
  return [...groups].map(([topic, records]) => ({
    topic,
    messages: records.map(({ key, value, headers }) => ({ key, value, headers })),
  }))
}
