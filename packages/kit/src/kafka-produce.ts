import type { Producer } from 'kafkajs'
import type { Message } from './bus.ts'
import { sleep } from './turn.ts'

// a lone event leaves at once; in a flood those of so many milliseconds share a request, which costs a broker and
// its consumers as much as one event does
const gatherMs = 25
// well below the megabyte that a broker takes at once
const maxGathered = 400_000

type Options = {
  create: () => Producer
  topicPrefix: string
  patiently: (what: string, attempt: () => Promise<unknown>) => Promise<boolean>
  sign: (ok: boolean) => void
  /** A send that takes longer has an unknown outcome and its connection is not used again. */
  publishMs: number
}

/**
 * Sends over one producer. kafkajs goes on for ever over a connection that swallows everything (its issue 659), so
 * after a silent send the next one has a new producer with connections of its own.
 */
export function createPublisher({ create, topicPrefix, patiently, sign, publishMs }: Options) {
  const open = () => {
    const producer = create()
    const connected = patiently('kafka producer', async () => {
      await producer.connect()
      sign(true)
    })
    return { producer, connected }
  }
  let current = open()

  const close = async (): Promise<void> => {
    await current.producer.disconnect()
  }

  const send = async (messages: readonly Message[]): Promise<void> => {
    const mine = current
    await mine.connected
    const sending = mine.producer.sendBatch({
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
        mine.producer.disconnect().catch(() => undefined)
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

class SilentError extends Error {
  // isTransient knows it by this name
  override readonly name = 'TimeoutError'
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new SilentError(`Kafka was silent for ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    promise.catch(() => undefined)
  }
}

function byTopic(messages: readonly Message[], topicPrefix: string) {
  const groups = Map.groupBy(messages, (message) => topicPrefix + message.topic)
  return [...groups].map(([topic, records]) => ({
    topic,
    messages: records.map(({ key, value, headers }) => ({ key, value, headers })),
  }))
}
