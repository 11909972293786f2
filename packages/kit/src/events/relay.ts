import { topics } from '@darsi/contracts/events/events.ts'
import { atMost } from '../kafka/turn.ts'
import type { Documents } from '../mongo/documents.ts'
import type { Log } from '../observability/log.ts'
import { type SpanStart, startSpan } from '../observability/telemetry.ts'
import { createPool } from '../pool.ts'
import type { Bus } from './bus.ts'
import { type OutboxEntry, topicOf } from './envelope.ts'
import type { Outbox } from './outbox.ts'

const leaseMs = 15_000
const sweepMs = 1000
const sweepSize = 200
const drainMs = 5000
/** Commits that wait to be sent at once; while Kafka is away the sweep finds the others later. */
const mostWaiting = 1000
/** Well below the megabyte that a broker takes in one request. */
const mostInPart = 400_000

type Relay = {
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
  models: readonly Documents[]
  outbox: Pick<Outbox, 'record' | 'onCommit'>
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
  const pool = createPool({ size: 64, mostWaiting }, (error) =>
    log.warn({ err: error }, 'events not published yet'),
  )
  let ready: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const send = async (documents: Documents, id: string): Promise<boolean> => {
    await ready
    const pending = await claim(documents, id, now())
    if (!pending) return false
    const entries = pending.outbox.toSorted((a, b) => a.seq - b.seq)
    const last = entries.at(-1)?.seq ?? 0
    for (const part of partsOf(entries)) {
      // an error or a time-out means "unknown": the entries stay and the lease brings them back
      await publish(bus, outbox, part)
      for (const entry of part) published?.(entry.type)
      const sent = part.at(-1)?.seq ?? 0
      if (sent < last) await documents.updateOne({ _id: id }, { $pull: { outbox: { seq: { $lte: sent } } } })
    }
    await clear(documents, pending, last, now())
    return true
  }
  const offer = (documents: Documents, id: string) =>
    pool.run(`${documents.collectionName} ${id}`, () => send(documents, id))

  const runOnce = async () => {
    const sent: boolean[] = []
    for (const model of models) {
      const documents = model
      const due = await documents
        .find(
          { outboxAt: { $lte: new Date(now()) } },
          { projection: { _id: 1 }, sort: { outboxAt: 1 }, limit: sweepSize },
        )
        .toArray()
      // `as`: the projection above
      sent.push(...(await Promise.all((due as { _id: string }[]).map(({ _id }) => offer(documents, _id)))))
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

  outbox.onCommit = (documents, id) => {
    if (!stopped) void offer(documents, id)
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

/** In order, each small enough for one request to a broker. A single larger entry is a part of its own. */
function partsOf(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const parts: OutboxEntry[][] = []
  let room = 0
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry))
    if (size > room) {
      parts.push([])
      room = mostInPart
    }
    parts.at(-1)?.push(entry)
    room -= size
  }
  return parts
}

async function publish(
  bus: Pick<Bus, 'publish'>,
  outbox: Pick<Outbox, 'record'>,
  entries: readonly OutboxEntry[],
): Promise<void> {
  const sending = entries.map((entry) => ({ entry, span: startSpan(sendSpan(entry)) }))
  const records = sending.map(({ entry, span }) => outbox.record(entry, span.traceparent))
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

/** Takes a document for as long as a lease lasts; a relay that dies or sleeps on leaves it to the next one. */
async function claim(documents: Documents, _id: string, now: number): Promise<Pending | null> {
  const claimed = await documents.findOneAndUpdate(
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
async function clear(documents: Documents, { _id, v }: Pending, last: number, now: number): Promise<void> {
  const done = await documents.updateOne({ _id, v }, { $set: { outbox: [] }, $unset: { outboxAt: 1 } })
  if (done.matchedCount > 0) return
  await documents.updateOne(
    { _id },
    { $pull: { outbox: { seq: { $lte: last } } }, $set: { outboxAt: new Date(now) } },
  )
}

/** Minutes may lie between the change and this, when Kafka was away: it is one trace all the same. */
function sendSpan(entry: OutboxEntry): SpanStart {
  const { type, id, traceparent } = entry
  const topic = topicOf(entry)
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
