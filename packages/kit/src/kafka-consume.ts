import { topicSettings } from '@darsi/contracts/event.ts'
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs'
import type { Bus, Handle, Received } from './bus.ts'
import { atMost } from './turn.ts'
import { createWatchdog, type Watchdog } from './watchdog.ts'

/** `cut` ends all connections of the client, now and for ever. */
export type CreateClient = (onRefused: () => void) => { kafka: Kafka; cut: () => void }

type ConsumeOptions = {
  createClient: CreateClient
  group: string
  topics: readonly string[]
  topicPrefix: string
  handle: Handle
  patiently: (what: string, attempt: () => Promise<unknown>) => Promise<boolean>
  lag: Bus['lag']
  sign: (ok: boolean) => void
  die: (reason: string) => void
  silenceMs: number
}

/** Runs one consumer group member; resolves to its stop. */
export async function consume(options: ConsumeOptions): Promise<() => Promise<void>> {
  const { createClient, group, topics, topicPrefix, handle, patiently, lag, sign, silenceMs } = options
  let stopping = false
  const die = (reason: string) => {
    if (!stopping) options.die(`consumer ${group}: ${reason}`)
  }
  const watchdog = createWatchdog({ die, silenceMs })
  const { kafka, cut } = createClient(() => {
    sign(false)
    // refused is an answer: the consumer dials on, and a new process could do no better
    watchdog.joining()
  })
  const consumer = kafka.consumer({
    groupId: topicPrefix + group,
    sessionTimeout: 10_000,
    heartbeatInterval: 2000,
    rebalanceTimeout: 30_000,
    maxWaitTimeInMs: 500,
    minBytes: 1,
    allowAutoTopicCreation: false,
    retry: { restartOnFailure: async () => !stopping },
  })
  listen(consumer, { watchdog, topicPrefix, sign, die })
  const connected = await patiently(`consumer ${group}`, async () => {
    // a cluster just started has no coordinator for the group yet, and kafkajs gives up on that for good
    await lag(group, topics)
    await consumer.connect()
    await consumer.subscribe({ topics: topics.map((topic) => topicPrefix + topic), fromBeginning: true })
  })
  if (!connected) return async () => undefined
  watchdog.joining()
  const stopWatching = watchdog.start(() => lag(group, topics))
  await consumer.run({
    partitionsConsumedConcurrently: topicSettings.partitions,
    eachBatchAutoResolve: false,
    autoCommitInterval: 1000,
    eachBatch: (payload) => eachBatch(payload, topicPrefix, handle, watchdog),
  })
  return async () => {
    stopping = true
    stopWatching()
    // over a connection that swallows everything it would wait for ever; the group forgets a silent member by itself
    await atMost(10_000, consumer.disconnect())
    cut()
  }
}

async function eachBatch(payload: EachBatchPayload, topicPrefix: string, handle: Handle, watchdog: Watchdog) {
  const { batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, isRunning, isStale } = payload
  const topic = batch.topic.slice(topicPrefix.length)
  for (const message of batch.messages) {
    if (!isRunning() || isStale()) return
    const received = toReceived(topic, batch.partition, message)
    const handling = watchdog.handling(`${topic} ${batch.partition}`)
    // kafkajs learns of a rebalance only by a heartbeat, so one is sent while a handler takes its time
    const beat = setInterval(() => heartbeat().catch(() => undefined), 2000)
    try {
      const outcome = await handle(received, {
        alive: heartbeat,
        stopping: () => !isRunning(),
        waiting: handling.waiting,
      })
      if (outcome === 'given up') return
    } finally {
      clearInterval(beat)
      handling.done()
    }
    resolveOffset(message.offset)
    await heartbeat()
    await commitOffsetsIfNecessary()
  }
}

/** A consumer that stops fetching or crashes for good must not live on silently (kafkajs issues 659, 1163). */
function listen(
  consumer: Consumer,
  {
    watchdog,
    topicPrefix,
    sign,
    die,
  }: Pick<ConsumeOptions, 'topicPrefix' | 'sign' | 'die'> & { watchdog: Watchdog },
): void {
  const { FETCH, HEARTBEAT, CRASH, GROUP_JOIN, REBALANCING } = consumer.events
  for (const event of [FETCH, HEARTBEAT]) {
    consumer.on(event, () => {
      sign(true)
      watchdog.seen()
    })
  }
  consumer.on(REBALANCING, watchdog.joining)
  consumer.on(GROUP_JOIN, ({ payload }) => {
    const partitions = Object.entries(payload.memberAssignment).flatMap(([topic, list]) =>
      list.map((partition) => `${topic.slice(topicPrefix.length)} ${partition}`),
    )
    watchdog.assigned(partitions)
  })
  consumer.on(CRASH, ({ payload }) => {
    sign(false)
    // kafkajs starts it again by itself when it can
    if (payload.restart) watchdog.joining()
    else die(`crashed: ${payload.error.message}`)
  })
}

export function toReceived(topic: string, partition: number, message: KafkaMessage): Received {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)])
  const bytes = message.value ?? Buffer.alloc(0)
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: bytes.toString(),
    bytes,
    headers: Object.fromEntries(headers),
  }
}
