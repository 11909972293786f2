import { type EventType, events, topics } from '@darsi/contracts/events.ts'
import type { Bus } from './bus.ts'
import type { Stored } from './documents.ts'
import { encode } from './envelope.ts'
import type { Log } from './log.ts'
import type { Outbox, OutboxEntry } from './outbox.ts'
import { createPool } from './pool.ts'
import { type SpanStart, startSpan } from './telemetry.ts'
import { atMost } from './turn.ts'

const leaseMs = 15_000
const sweepMs = 1000
const sweepSize = 200
const drainMs = 5000

export type Relay = {
  start: () => void
  /** Finishes what this process already took up, at most 5 s long; the rest waits in the database. */
  stop: () => Promise<void>
  /** Looks for waiting events now instead of at the next sweep. */
  nudge: () => void
  /** One sweep; resolves to the number of documents whose events were acknowledged. */
  runOnce: () => Promise<number>
}

type Pending = { _id: string; v: number; outbox: OutboxEntry[] }
type RelayOptions = {
  models: readonly Stored[]
  outbox: Pick<Outbox, 'producer' | 'onCommit'>
  bus: Pick<Bus, 'publish' | 'ensureTopics'>
  log: Pick<Log, 'warn'>
  published?: (type: string) => void
  now?: () => number
}

/**
 * Publishes waiting events in order, at least once. Any number of replicas may run: whoever sends an event sends
 * every uncleared one before it in the same batch, so first occurrences are in order and the rest are repeats.
 */
export function createRelay({ models, outbox, bus, log, published, now = Date.now }: RelayOptions): Relay {
  const pool = createPool(64, (error) => log.warn({ err: error }, 'events not published yet'))
  let ready: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const publish = async (entries: readonly OutboxEntry[]): Promise<void> => {
    const sending = entries.map((entry) => ({ entry, span: startSpan(sendSpan(entry)) }))
    const records = sending.map(({ entry, span }) => encode(entry, outbox.producer, span.traceparent))
    let failed: unknown
    try {
      await bus.publish(records)
    } catch (error) {
      failed = error
      throw error
    } finally {
      for (const { span } of sending) span.end(failed)
    }
  }

  const send = async (model: Stored, id: string): Promise<boolean> => {
    await ready
    const pending = await claim(model, id, now())
    if (!pending) return false
    const entries = pending.outbox.toSorted((a, b) => a.seq - b.seq)
    // an error or a time-out means "unknown": the entries stay and the lease brings them back
    if (entries.length > 0) await publish(entries)
    await clear(model, pending, entries.at(-1)?.seq ?? 0, now())
    for (const entry of entries) published?.(entry.type)
    return true
  }
  const offer = (model: Stored, id: string) => pool.run(`${model.modelName} ${id}`, () => send(model, id))

  const runOnce = async () => {
    const sent: boolean[] = []
    for (const model of models) {
      const due = await model.collection
        .find(
          { outboxAt: { $lte: new Date(now()) } },
          { projection: { _id: 1 }, sort: { outboxAt: 1 }, limit: sweepSize },
        )
        .toArray()
      // `as`: the projection above
      sent.push(...(await Promise.all((due as { _id: string }[]).map(({ _id }) => offer(model, _id)))))
    }
    return sent.filter(Boolean).length
  }

  const sweep = async () => {
    const count = await runOnce().catch((error: unknown) => {
      log.warn({ err: error }, 'the outbox could not be swept')
      return 0
    })
    if (!stopped) timer = setTimeout(sweep, count >= sweepSize ? 0 : sweepMs)
  }

  outbox.onCommit = (model, id) => {
    if (!stopped) void offer(model, id)
  }

  return {
    start: () => {
      ready = bus.ensureTopics(topics)
      void sweep()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await atMost(drainMs, pool.idle())
    },
    nudge: () => {
      if (!stopped)
        runOnce().catch((error: unknown) => log.warn({ err: error }, 'the outbox could not be swept'))
    },
    runOnce,
  }
}

/** Takes a document for as long as a lease lasts; a relay that dies or sleeps on leaves it to the next one. */
async function claim({ collection }: Stored, _id: string, now: number): Promise<Pending | null> {
  const claimed = await collection.findOneAndUpdate(
    { _id, outboxAt: { $lte: new Date(now) } },
    { $set: { outboxAt: new Date(now + leaseMs) } },
    { returnDocument: 'after', projection: { v: 1, outbox: 1 } },
  )
  // `as`: the projection above
  return claimed as Pending | null
}

/**
 * By version or by sequence number, never by position: a relay that slept past its lease must not remove an event
 * that came meanwhile.
 */
async function clear({ collection }: Stored, { _id, v }: Pending, last: number, now: number): Promise<void> {
  const done = await collection.updateOne({ _id, v }, { $set: { outbox: [] }, $unset: { outboxAt: 1 } })
  if (done.matchedCount > 0) return
  await collection.updateOne(
    { _id },
    { $pull: { outbox: { seq: { $lte: last } } }, $set: { outboxAt: new Date(now) } },
  )
}

/** Minutes may lie between the change and this, when Kafka was away: it is one trace all the same. */
function sendSpan({ type, id, traceparent }: OutboxEntry): SpanStart {
  // `as`: entries are only made by createOutbox, from a type of the table
  const { topic } = events[type as EventType]
  return {
    name: `send ${topic}`,
    kind: 'producer',
    parent: traceparent,
    attributes: {
      'messaging.system': 'kafka',
      'messaging.operation.type': 'send',
      'messaging.destination.name': topic,
      'messaging.message.id': id,
      'darsi.event.type': type,
    },
  }
}
