import { deadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import { type DarsiEvent, type EventType, events } from '@darsi/contracts/events/events.ts'
import { mustGiveUp, sleep } from '../kafka/turn.ts'
import { withContext } from '../observability/context.ts'
import type { Log } from '../observability/log.ts'
import { inSpan, type RunningSpan, type SpanStart } from '../observability/telemetry.ts'
import type { Bus, LostRecords, Received, Subscription, Turn } from './bus.ts'
import { type Failure, moveToDeadLetters } from './dead-letters/dead-letter.ts'
import { createDeadLetterLimit, type DeadLetterLimit } from './dead-letters/dead-letter-limit.ts'
import { decode, typeOf } from './envelope.ts'
import type { EventTrust } from './event-trust.ts'
import { isTransient, PoisonError, UnknownKeyError } from './failure.ts'

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

type RunningConsumer = {
  topics: string[]
  /** Resolves once the group is joined. A service serves calls before that. */
  joined: Promise<void>
  stop: () => Promise<void>
}

const untyped = 'unknown'
const maxAttempts = 5
/** Rotated keys reach every process within this time. */
const keyPatienceMs = 10 * 60_000

/**
 * Starts a consumer group over the topics of `consumes`. A transient failure (database, Redis, network) is retried in
 * place, so the partition waits and the order is kept. A permanent failure goes to `<topic>.<group>.dlt`.
 */
export async function startConsumer(options: ConsumerOptions): Promise<RunningConsumer> {
  const { bus, group, consumes, log } = options
  const handling = { deadLetterLimit: createDeadLetterLimit(), ...options }
  // `as`: the keys of Consumes are event types
  const types = Object.keys(consumes) as EventType[]
  const topics = [...new Set(types.map((type) => events[type].topic))]
  let stopping = false
  const subscribing = (async () => {
    await bus.ensureTopics([...topics, ...topics.map((topic) => deadLetterTopic(topic, group))])
    return bus.consume({
      group,
      topics,
      handle: (message, turn) => handle(handling, message, turn),
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
    joined,
    stop: async () => {
      stopping = true
      await subscription?.stop()
    },
  }
}

/** Handles one record to its end: done, ignored, or stored in the dead-letter topic. Never throws. */
export async function handle(
  options: HandlingOptions,
  message: Received,
  turn: Turn,
): Promise<'given up' | 'done'> {
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
    const failure = await attempt(options, apply, {
      type,
      partition: `${message.topic} ${message.partition}`,
      turn,
    })
    span.set({ 'darsi.event.outcome': typeof failure === 'string' ? failure : 'dead' })
    if (failure === 'given up') return failure
    if (failure === 'done') return finished('ok')
    const moved = await moveToDeadLetters(options, message, failure, turn)
    return moved === 'given up' ? moved : finished('dead')
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

type Attempted = { type: string; partition: string; turn: Turn }

/** Retries until the handler succeeds, fails for good, or the partition or the process stops. */
async function attempt(
  { group, log, deadLetterLimit, retrying, wait = sleep, now = () => performance.now() }: HandlingOptions,
  apply: () => Promise<void>,
  { type, partition, turn }: Attempted,
): Promise<'done' | 'given up' | Failure> {
  let permanent = 0
  let since: Date | undefined
  let began = 0
  try {
    for (let attempts = 1; ; attempts++) {
      try {
        await apply()
        turn.waiting(false)
        deadLetterLimit?.handled(type)
        return 'done'
      } catch (error) {
        if (!since) {
          since = new Date()
          began = now()
          retrying?.(partition, true)
        }
        const age = now() - began
        const isPassing = passes(error, age)
        if (!isPassing) permanent++
        const isPermanent = isPoison(error, age) || permanent >= maxAttempts
        // no release can handle a record without a type, so that nothing would end the stop
        const isStopped = isPermanent && type !== untyped && deadLetterLimit?.allows(type) === false
        log.warn({ err: error, group, type, attempts, isPassing, isStopped }, 'event not handled yet')
        if (isPermanent && !isStopped) return { error, attempts, since }
        turn.waiting(isPassing || isStopped)
        // a bug does not go away with time, and the other partitions of the broker wait too
        await wait(isPassing || isStopped ? Math.min(100 * 2 ** attempts, 5000) : 50 * 2 ** permanent)
        if (await mustGiveUp(turn)) return 'given up'
      }
    }
  } finally {
    if (since) retrying?.(partition, false)
  }
}

function passes(error: unknown, ageMs: number): boolean {
  return isTransient(error) || (error instanceof UnknownKeyError && !isPoison(error, ageMs))
}

function isPoison(error: unknown, ageMs: number): boolean {
  if (error instanceof UnknownKeyError) return ageMs > keyPatienceMs
  return error instanceof PoisonError
}
