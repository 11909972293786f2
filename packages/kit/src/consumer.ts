import { type DarsiEvent, type EventType, events } from '@darsi/contracts/events.ts'
import { withContext } from './context.ts'
import { decode, typeOf } from './envelope.ts'
import type { Bus, Received } from './kafka.ts'
import type { Log } from './log.ts'
import { Problem } from './problem.ts'
import type { Sealer } from './seal.ts'

/** What a service does on which event; handlers are idempotent by the event's sequence or id. */
export type Consumes = { [K in EventType]?: (event: DarsiEvent<K>) => Promise<void> }

export type ConsumerOptions = {
  bus: Bus
  /** The service's name: its Kafka consumer group. */
  group: string
  consumes: Consumes
  sealer: Sealer
  log: Log
  /** Counts `events_consumed_total` and the lag in seconds between the event and now. */
  consumed?: (type: string, outcome: 'ok' | 'dead', lagSeconds: number) => void
  wait?: (ms: number) => Promise<void>
}

const maxAttempts = 5
const maxWaitMs = 5000

/**
 * Starts a consumer group over the topics of `consumes`. A transient failure (database, Redis, network) is retried
 * in place, so the partition waits and order is kept; a permanent one goes to `<topic>.<group>.dlt`.
 */
export async function startConsumer(
  options: ConsumerOptions,
): Promise<{ topics: string[]; stop: () => Promise<void> }> {
  const { bus, group, consumes } = options
  // `as`: the keys of Consumes are event types
  const types = Object.keys(consumes) as EventType[]
  const topics = [...new Set(types.map((type) => events[type].topic))]
  await bus.ensureTopics([...topics, ...topics.map((topic) => deadLetterTopic(topic, group))])
  const subscription = await bus.consume({
    group,
    topics,
    handle: (message, alive) => handle(options, message, alive),
  })
  return { topics, stop: subscription.stop }
}

export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dlt`
}

/** Handles one record to its end: done, ignored, or safely in the dead-letter topic. Never throws. */
export async function handle(
  options: ConsumerOptions,
  message: Received,
  alive: () => Promise<void>,
): Promise<void> {
  const { group, consumes, sealer, log, consumed, wait = sleep } = options
  const named = typeOf(message.headers)
  if (!named || !consumes[named.type]) return
  const context = {
    eventId: message.headers['ce_id'] ?? '',
    ...(message.headers['ce_correlationid'] && { correlationId: message.headers['ce_correlationid'] }),
    ...(message.headers['traceparent'] && { traceparent: message.headers['traceparent'] }),
  }
  const outcome = (kind: 'ok' | 'dead') => {
    const age = Date.now() - Date.parse(message.headers['ce_time'] ?? '')
    consumed?.(named.type, kind, Math.max(0, age / 1000))
  }

  const apply = async () => {
    const event = decode(message, sealer)
    // `as`: the handler registered under exactly this event's type
    await (consumes[event.type] as (event: DarsiEvent) => Promise<void>)(event)
  }

  await withContext(context, async () => {
    for (let attempt = 1, permanent = 0; ; attempt++) {
      try {
        await apply()
        return outcome('ok')
      } catch (error) {
        const passing = isTransient(error)
        if (!passing) permanent++
        log.warn({ err: error, group, type: named.type, attempt, passing }, 'event not handled yet')
        if (permanent >= maxAttempts || isPoison(error)) {
          await bury(options, message, error, attempt, alive)
          return outcome('dead')
        }
        await wait(Math.min(100 * 2 ** attempt, maxWaitMs))
        await alive().catch(() => undefined)
      }
    }
  })
}

async function bury(
  { bus, group, log, wait = sleep }: ConsumerOptions,
  message: Received,
  error: unknown,
  attempts: number,
  alive: () => Promise<void>,
): Promise<void> {
  const letter = {
    topic: deadLetterTopic(message.topic, group),
    key: message.key,
    value: message.value,
    headers: {
      ...message.headers,
      'dlt-group': group,
      'dlt-topic': message.topic,
      'dlt-partition': String(message.partition),
      'dlt-offset': message.offset,
      'dlt-error': error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown',
      'dlt-failed-at': new Date().toISOString(),
      'dlt-attempts': String(attempts),
    },
  }
  for (;;) {
    try {
      await bus.publish([letter])
      log.error(
        { err: error, group, eventId: message.headers['ce_id'] },
        'event moved to the dead-letter topic',
      )
      return
    } catch (failure) {
      log.warn({ err: failure }, 'dead-letter topic not reachable')
      await wait(1000)
      await alive().catch(() => undefined)
    }
  }
}

/** A record that no retry can heal: not JSON, not the schema, sealed with an unknown key. */
function isPoison(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'ZodError' ||
    error.name === '$ZodError' ||
    error instanceof SyntaxError ||
    /^(unknown major version|event without a sequence|sealed with a key|Unsupported state)/.test(
      error.message,
    )
  )
}

const transientNames =
  /^(Mongo(Network|ServerSelection|NotConnected|Topology|PoolCleared|PoolClosed|WriteConcern)|MongooseServerSelection|MaxRetriesPerRequest|KafkaJS|AbortError|TimeoutError)/
const transientCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|NR_CLOSED)$/

/** Failures that pass by themselves: the event waits for them as long as it takes. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Problem) return error.status === 503
  const { code, errorLabels, cause } = error as { code?: unknown; errorLabels?: unknown; cause?: unknown }
  return (
    transientNames.test(error.name) ||
    (typeof code === 'string' && transientCodes.test(code)) ||
    (Array.isArray(errorLabels) && errorLabels.includes('RetryableWriteError')) ||
    /Connection is closed|Stream isn't writeable|connection .* closed/i.test(error.message) ||
    (cause !== error && cause !== undefined && isTransient(cause))
  )
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
