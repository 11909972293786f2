import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs'
import type { Bus, Handle, LostRecords, Received } from '../events/bus.ts'
import type { RetryUntilSuccess } from '../events/turn.ts'
import type { Log } from '../observability/log.ts'
import { atMost, within } from '../time-limit.ts'
import { createLossReport } from './lost-records.ts'
import { createWatchdog, type Watchdog } from './watchdog.ts'

/** `cut` closes all connections of the client for good. */
export type CreateClient = (onRefused: () => void) => { kafka: Kafka; cut: () => void }

type ConsumeOptions = {
  createClient: CreateClient
  group: string
  topics: readonly string[]
  topicPrefix: string
  handle: Handle
  lostRecords?: (lost: LostRecords) => void
  assigned?: (partitions: readonly string[]) => void
  untilSuccess: RetryUntilSuccess
  lag: Bus['lag']
  sign: (ok: boolean) => void
  /** Ends the process: the only known remedy for a handler that never returns. */
  die: (reason: string) => void
  log: Pick<Log, 'warn'>
  silenceMs: number
  fetchWaitMs: number
  partitions: number
}

/** @param lost called once, when the member can no longer work and its connections are closed */
type Joining = ConsumeOptions & { lost: (reason: string) => void }
type Member = { leave: () => Promise<void> }

/**
 * Runs one consumer group member; resolves to its stop function. A member that Kafka no longer answers is replaced
 * within this process, which keeps serving calls; a new process could do no better.
 */
export async function consume(options: ConsumeOptions): Promise<() => Promise<void>> {
  const { group, log } = options
  let isStopping = false
  const reportLoss = createLossReport((lost) => options.lostRecords?.(lost))
  const begin = (): Promise<Member | null> =>
    options.untilSuccess(`consumer ${group}`, async () => (isStopping ? null : join(joining)))
  const joining: Joining = {
    ...options,
    lag: async (...about) => {
      const lags = await options.lag(...about)
      reportLoss(lags)
      return lags
    },
    die: (reason) => {
      if (!isStopping) options.die(`consumer ${group}: ${reason}`)
    },
    lost: (reason) => {
      if (isStopping) return
      log.warn({ group, reason }, 'the consumer is replaced')
      member = begin()
    },
  }
  let member = begin()
  await member
  return async () => {
    isStopping = true
    // a replacement may still wait for Kafka
    await atMost(
      leaveMs,
      member.then((one) => one?.leave()),
    )
  }
}

const leaveMs = 12_000
/** Longer than a working broker needs. kafkajs itself never gives up a connection that hangs during login. */
const connectMs = 30_000

/** @throws Error when Kafka refuses or does not answer; the next attempt uses new connections */
async function join(options: Joining): Promise<Member> {
  const { createClient, group, topics, topicPrefix, handle, lag, sign, die, silenceMs } = options
  let isOver = false
  const resuming = new Set<NodeJS.Timeout>()
  const end = () => {
    isOver = true
    stopWatching()
    for (const timer of resuming) clearTimeout(timer)
  }
  const lost = (reason: string) => {
    if (isOver) return
    end()
    cut()
    sign(false)
    consumer.disconnect().catch(() => undefined)
    options.lost(reason)
  }
  const watchdog = createWatchdog({ lost, die, silenceMs })
  let stopWatching = () => {}
  const { kafka, cut } = createClient(() => {
    sign(false)
    // a refusal is an answer: the consumer keeps reconnecting
    watchdog.joining()
  })
  const consumer = kafka.consumer({
    groupId: topicPrefix + group,
    sessionTimeout: 10_000,
    heartbeatInterval: 2000,
    rebalanceTimeout: 30_000,
    // an answer comes at once when there is a record; without one each fetch costs CPU
    maxWaitTimeInMs: options.fetchWaitMs,
    minBytes: 1,
    allowAutoTopicCreation: false,
    retry: { restartOnFailure: async () => !isOver },
  })
  listen(consumer, { ...options, watchdog, lost })
  const connect = async () => {
    // a new cluster has no coordinator for the group yet, and kafkajs would give up for good. Also reports records that
    // were removed while no process of the group ran
    await lag(group, topics)
    await consumer.connect()
    await consumer.subscribe({ topics: topics.map((topic) => topicPrefix + topic), fromBeginning: true })
  }
  try {
    await within(connectMs, connect())
  } catch (error) {
    isOver = true
    cut()
    consumer.disconnect().catch(() => undefined)
    throw error
  }
  watchdog.joining()
  stopWatching = watchdog.start(() => lag(group, topics))
  await consumer
    .run({
      partitionsConsumedConcurrently: options.partitions,
      eachBatchAutoResolve: false,
      autoCommitInterval: 1000,
      eachBatch: (payload) => eachBatch(payload, { topicPrefix, handle, watchdog, resuming }),
    })
    .catch((error: Error) => lost(`not started: ${error.message}`))
  return {
    leave: async () => {
      end()
      // on a half-open connection this would wait for ever; the group removes a silent member by itself
      await atMost(10_000, consumer.disconnect())
      cut()
    },
  }
}

/**
 * Partitions of one broker are fetched together, and only once all batches of the last fetch have returned. A batch
 * with slow records returns early, and the rest is fetched again, so that it does not hold up the other partitions.
 */
const batchMs = 1000

type Batching = Pick<Joining, 'topicPrefix' | 'handle'> & {
  watchdog: Watchdog
  resuming: Set<NodeJS.Timeout>
}

async function eachBatch(
  payload: EachBatchPayload,
  { topicPrefix, handle, watchdog, resuming }: Batching,
): Promise<void> {
  const { batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, isRunning, isStale } = payload
  const topic = batch.topic.slice(topicPrefix.length)
  const started = performance.now()
  for (const message of batch.messages) {
    if (!isRunning() || isStale()) return
    const received = toReceived(topic, batch.partition, message)
    const partition = `${topic} ${batch.partition}`
    const done = watchdog.handling(partition)
    // kafkajs learns of a rebalance only by a heartbeat, so one is sent while a handler takes its time
    const beat = setInterval(() => heartbeat().catch(() => undefined), 2000)
    try {
      const outcome = await handle(received, { alive: heartbeat, stopping: () => !isRunning() })
      if (outcome === 'given up') return
      if (typeof outcome === 'object') {
        // no timer begins after the stop has cleared them
        if (isRunning()) pause(payload, outcome.retryMs, resuming)
        watchdog.paused(partition)
        return
      }
    } finally {
      clearInterval(beat)
      done()
    }
    resolveOffset(message.offset)
    await heartbeat()
    await commitOffsetsIfNecessary()
    if (performance.now() - started > batchMs) return
  }
}

/** Ends the fetches of this partition for `ms`. kafkajs then fetches from its first record that is not resolved. */
function pause(payload: EachBatchPayload, ms: number, resuming: Set<NodeJS.Timeout>): void {
  const resume = payload.pause()
  const timer = setTimeout(() => {
    resuming.delete(timer)
    resume()
  }, ms)
  timer.unref()
  resuming.add(timer)
}

/** A consumer that stopped fetching or crashed for good must not stay silent (kafkajs issues 659, 1163). */
function listen(
  consumer: Consumer,
  {
    watchdog,
    topicPrefix,
    sign,
    lost,
    assigned,
  }: Pick<Joining, 'topicPrefix' | 'sign' | 'lost' | 'assigned'> & { watchdog: Watchdog },
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
    assigned?.(partitions)
  })
  consumer.on(CRASH, ({ payload }) => {
    sign(false)
    // kafkajs restarts by itself when it can
    if (payload.restart) watchdog.joining()
    else lost(`crashed: ${payload.error.message}`)
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
