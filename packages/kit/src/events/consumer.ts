import { setTimeout as sleep } from 'node:timers/promises'
import { deadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import { type DarsiEvent, type EventType, events } from '@darsi/contracts/events/events.ts'
import { isTransient, PoisonError, UnknownKeyError } from '../failure.ts'
import { withContext } from '../observability/context.ts'
import type { Log } from '../observability/log.ts'
import { inSpan, type RunningSpan, type SpanStart } from '../observability/telemetry.ts'
import type { Bus, Later, LostRecords, Received, Subscription, Turn } from './bus.ts'
import { type Failure, moveToDeadLetters } from './dead-letters/dead-letter.ts'
import { createDeadLetterLimit, type DeadLetterLimit } from './dead-letters/dead-letter-limit.ts'
import { decode, typeOf } from './envelope.ts'
import type { EventTrust } from './event-trust.ts'
import { mustGiveUp } from './turn.ts'

/** The event handlers of a service; each is idempotent by the event's sequence or id. */
export type Consumes = { [K in EventType]?: (event: DarsiEvent<K>) => Promise<unknown> }

/** One handler for several types of events. */
export function handles<Types extends readonly EventType[]>(
  types: Types,
  handler: (event: DarsiEvent<Types[number]>) => Promise<unknown>,
): Consumes {
  return Object.fromEntries(types.map((type) => [type, handler]))
}

export type ConsumerOptions = {
  bus: Pick<Bus, 'publish' | 'consume' | 'ensureTopics'>
  /** The Kafka consumer group, which is the service's name. */
  group: string
  consumes: Consumes
  /** The handlers of state records: they write rows and nothing else (docs/adr/0024). */
  rowWriters?: Consumes
  /** Verifies and opens events. */
  sealer: Pick<EventTrust, 'unseal' | 'verify'>
  log: Pick<Log, 'warn' | 'error'>
  /** Stops moving events to the dead-letter topic when most of a type fail. */
  deadLetterLimit?: DeadLetterLimit
  /** Reports that a partition's record is retried, and false when that ended. */
  retrying?: (partition: string, isRetried: boolean) => void
  lostRecords?: (lost: LostRecords) => void
  /** Counts `events_consumed_total` and the lag in seconds between the event and now. */
  consumed?: (type: string, outcome: 'ok' | 'dead', lagSeconds: number) => void
  wait?: (ms: number) => Promise<void>
  /** A clock that changes of the machine's time do not affect. */
  now?: () => number
}

/** What handling one record needs: it publishes dead letters and consumes nothing. */
type HandlingOptions = Omit<ConsumerOptions, 'bus'> & { bus: Pick<Bus, 'publish'> }

/** A record that failed. It is kept while its partition is paused, so that its attempts count from call to call. */
type Retried = {
  offset: string
  attempts: number
  permanent: number
  since: Date
  /** Why it goes to the dead-letter topic. */
  failure?: Failure
}
/** What a consumer remembers from call to call. */
type RetriedRecords = {
  /** By partition, as `<topic> <number>`: at most one record of a partition is retried. */
  records: Map<string, Retried>
  /** The time of `now()` at which this process first met a key that it does not have. */
  unknownKeySince?: number
}

export function createRetried(): RetriedRecords {
  return { records: new Map() }
}

type RunningConsumer = {
  topics: string[]
  deadLetterTopics: string[]
  /** Resolves once the group is joined. A service serves calls before that. */
  joined: Promise<void>
  stop: () => Promise<void>
}

const untyped = 'unknown'
const maxAttempts = 5
/**
 * Rotated keys reach every process within this time. It counts once per process and not per record: keys are read at
 * the start only, and each record with an invented key would hold up its partition again.
 */
const keyPatienceMs = 10 * 60_000
/** Waits longer than this pause the partition, because a record that waits in place holds up all other partitions. */
const inPlaceMs = 1000

/**
 * Starts a consumer group over the topics of `consumes`. A transient failure (database, Redis, network) is retried
 * without limit; meanwhile its partition waits, so that the order is kept, and the other partitions continue. A permanent
 * failure goes to `<topic>.<group>.dlt`.
 */
export async function startConsumer(options: ConsumerOptions): Promise<RunningConsumer> {
  const { bus, group, consumes, log } = options
  const handling = { deadLetterLimit: createDeadLetterLimit(), ...options }
  const retried = createRetried()
  // `as`: the keys of Consumes are event types
  const types = Object.keys(consumes) as EventType[]
  const topics = [...new Set(types.map((type) => events[type].topic))]
  const deadLetterTopics = topics.map((topic) => deadLetterTopic(topic, group))
  let stopping = false
  const subscribing = (async () => {
    await bus.ensureTopics([...topics, ...deadLetterTopics])
    return bus.consume({
      group,
      topics,
      handle: (message, turn) => handle(handling, message, turn, retried),
      assigned: (partitions) => {
        for (const partition of retried.records.keys())
          if (!partitions.includes(partition)) forget(options, retried, partition)
      },
      lostRecords: (lost) => {
        log.error({ group, ...lost }, 'records were removed before they were handled')
        options.lostRecords?.(lost)
      },
    })
  })()
  let subscription: Subscription | undefined
  const joined = subscribing.then(async (subscribed) => {
    subscription = subscribed
    if (stopping) await subscribed.stop()
  })
  return {
    topics,
    deadLetterTopics,
    joined,
    stop: async () => {
      stopping = true
      await subscription?.stop()
    },
  }
}

function forget({ retrying }: Pick<HandlingOptions, 'retrying'>, retried: RetriedRecords, partition: string) {
  if (retried.records.delete(partition)) retrying?.(partition, false)
}

/** Handles one record: done, ignored, stored in the dead-letter topic, or to be delivered again. Never throws. */
export async function handle(
  options: HandlingOptions,
  message: Received,
  turn: Turn,
  retried = createRetried(),
): Promise<'given up' | 'done' | Later> {
  const { sealer, consumed } = options
  const named = typeOf(message.headers)
  const handlers = named?.isState ? (options.rowWriters ?? {}) : options.consumes
  // an invalid envelope is a poison message; events of other systems and of newer types are ignored
  if (message.headers['ce_type'] !== undefined && !(named && handlers[named.type])) return 'done'
  const type = named?.type ?? untyped
  const { ce_id: eventId = '', ce_time: eventTime, ce_correlationid: correlationId } = message.headers

  const apply = async () => {
    sealer.verify(message)
    const event = decode(message, sealer)
    // `as`: the handler is registered under this event's type
    await (handlers[event.type] as (event: DarsiEvent) => Promise<unknown>)(event)
  }
  const finished = (outcome: 'ok' | 'dead'): 'done' => {
    const age = Date.now() - Date.parse(eventTime ?? '')
    consumed?.(type, outcome, Math.max(0, age / 1000) || 0)
    return 'done'
  }

  const context = { eventId, ...(eventTime && { eventTime }), ...(correlationId && { correlationId }) }
  const work = async (span: RunningSpan) => {
    const outcome = await settle(options, apply, { message, type, turn, retried })
    span.set({ 'darsi.event.outcome': typeof outcome === 'string' ? outcome : 'retried later' })
    if (outcome === 'dead') return finished('dead')
    return outcome === 'done' ? finished('ok') : outcome
  }
  return withContext(context, () => inSpan(processSpan(options.group, type, message), work))
}

// an event that is read again later than this gets its own trace
const lateMs = 10 * 60_000

function processSpan(
  group: string,
  type: string,
  { topic, partition, offset, headers }: Received,
): SpanStart {
  const age = Date.now() - Date.parse(headers['ce_time'] ?? '')
  return {
    name: `process ${topic}`,
    kind: 'consumer',
    parent: headers['traceparent'],
    isLate: headers['dlt-replays'] !== undefined || age > lateMs,
    attributes: {
      'messaging.system': 'kafka',
      'messaging.operation.type': 'process',
      'messaging.destination.name': topic,
      'messaging.destination.partition.id': String(partition),
      'messaging.consumer.group.name': group,
      'messaging.kafka.offset': Number(offset),
      'darsi.event.type': type,
    },
  }
}

type Attempted = { message: Received; type: string; turn: Turn; retried: RetriedRecords }

/** Attempts the record, and moves it to the dead-letter topic when it failed for good. */
async function settle(
  options: HandlingOptions,
  apply: () => Promise<void>,
  attempted: Attempted,
): Promise<'done' | 'dead' | 'given up' | Later> {
  const { message, retried } = attempted
  const known = retried.records.get(partitionOf(message))
  const failure = known?.offset === message.offset ? known.failure : undefined
  const tried = failure ?? (await attempt(options, apply, attempted))
  const isFailed = typeof tried === 'object' && 'error' in tried
  const outcome = isFailed ? await moveToDeadLetters(options, message, tried) : tried
  if (typeof outcome === 'string') forget(options, retried, partitionOf(message))
  return outcome
}

/** Retries until the handler succeeds, fails for good, has to wait for long, or the partition or the process stops. */
async function attempt(
  options: HandlingOptions,
  apply: () => Promise<void>,
  { message, type, turn, retried }: Attempted,
): Promise<'done' | 'given up' | Later | Failure> {
  const { group, log, deadLetterLimit, wait = sleep, now = () => performance.now() } = options
  const began = now()
  for (;;) {
    try {
      await apply()
      deadLetterLimit?.handled(type)
      return 'done'
    } catch (error) {
      const record = remember(options, message, retried)
      const { attempts, since } = record
      if (error instanceof UnknownKeyError) retried.unknownKeySince ??= now()
      const isPoisoned = isPoison(error, now() - (retried.unknownKeySince ?? 0))
      const isPassing = isTransient(error) || (error instanceof UnknownKeyError && !isPoisoned)
      if (!isPassing) record.permanent++
      const isPermanent = isPoisoned || record.permanent >= maxAttempts
      // no release can handle a record without a type, so that nothing would end the stop
      const isStopped = isPermanent && type !== untyped && deadLetterLimit?.allows(type) === false
      log.warn({ err: error, group, type, attempts, isPassing, isStopped }, 'event not handled yet')
      if (isPermanent && !isStopped) {
        record.failure = { error, attempts, since }
        return record.failure
      }
      const hasLimit = !isPassing && !isStopped
      // a bug does not go away with time
      const delay = hasLimit ? 50 * 2 ** record.permanent : Math.min(100 * 2 ** attempts, 5000)
      if (!hasLimit && now() - began + delay > inPlaceMs) return { retryMs: delay }
      await wait(delay)
      if (await mustGiveUp(turn)) return 'given up'
    }
  }
}

/** Counts a failed attempt. */
function remember(options: HandlingOptions, message: Received, retried: RetriedRecords): Retried {
  const { retrying } = options
  const partition = partitionOf(message)
  const known = retried.records.get(partition)
  if (known?.offset === message.offset) {
    known.attempts++
    return known
  }
  const record = { offset: message.offset, attempts: 1, permanent: 0, since: new Date() }
  retried.records.set(partition, record)
  retrying?.(partition, true)
  return record
}

function partitionOf({ topic, partition }: Received): string {
  return `${topic} ${partition}`
}

function isPoison(error: unknown, unknownKeyMs: number): boolean {
  if (error instanceof UnknownKeyError) return unknownKeyMs > keyPatienceMs
  return error instanceof PoisonError
}
