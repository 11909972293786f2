import { topics } from '@darsi/contracts/events/events.ts'
import type { Documents } from '../mongo/documents.ts'
import type { Log } from '../observability/log.ts'
import { type SpanStart, startSpan } from '../observability/telemetry.ts'
import { createPool } from '../pool.ts'
import { atMost } from '../time-limit.ts'
import type { Bus } from './bus.ts'
import type { OutboxEntry } from './envelope.ts'
import type { Committed, Outbox } from './outbox.ts'

const leaseMs = 15_000
const sweepMs = 1000
/** New events are sent at once; a sweep is for those that were left behind. */
const idleSweepMs = 10_000
const sweepSize = 200
const drainMs = 5000
/** Limit of immediate sends, and of documents kept for them; while Kafka is away the sweep finds the rest later. */
const mostWaiting = 1000
/** Well below the 1 MB request limit of a broker. */
const mostInPart = 400_000

type Relay = {
  start: () => void
  /** Finishes running sends within 5 s; the rest stays in the database. */
  stop: () => Promise<void>
  /** One sweep; resolves to the number of documents whose events were acknowledged. */
  runOnce: () => Promise<number>
}

type RelayOptions = {
  collections: readonly Documents[]
  outbox: Pick<Outbox, 'record' | 'onCommit'>
  bus: Pick<Bus, 'publish' | 'ensureTopics'>
  log: Pick<Log, 'warn'>
  published?: (type: string) => void
  now?: () => number
}

/**
 * Publishes waiting events in order, at least once. Any number of replicas may run. Each batch starts with the oldest
 * uncleared event of the document, so first deliveries are in order and all others are repeats.
 */
export function createRelay({
  collections,
  outbox,
  bus,
  log,
  published,
  now = Date.now,
}: RelayOptions): Relay {
  const pool = createPool({ size: 64, mostWaiting }, (error) =>
    log.warn({ err: error }, 'events not published yet'),
  )
  /**
   * Documents as they were committed, until their send begins. They are sent without a lease, which saves a write per
   * event: the batch still starts with the oldest uncleared event, and a sweep of another replica in this short time
   * only repeats events.
   */
  const committed = new Map<string, Committed>()
  let ready: Promise<void> | undefined
  let stopped = false

  const keyOf = (documents: Documents, id: string) => `${documents.collectionName} ${id}`
  const offer = async (documents: Documents, id: string): Promise<boolean> => {
    const key = keyOf(documents, id)
    const isSent = await pool.run(key, async () => {
      const written = committed.get(key)
      committed.delete(key)
      await ready
      const pending = written ?? (await claim(documents, id, now()))
      if (!pending) return false
      try {
        return await send({ bus, outbox, published, now }, documents, pending)
      } catch (error) {
        // no sweep repeats them before the lease ends: they may have arrived
        if (written) await claim(documents, id, now())
        throw error
      }
    })
    committed.delete(key)
    return isSent
  }

  const sweepOnce = async (): Promise<Swept> => {
    let found = 0
    let sent = 0
    for (const documents of collections) {
      const due = await documents
        .find(
          { outboxAt: { $lte: new Date(now()) } },
          { projection: { _id: 1 }, sort: { outboxAt: 1 }, limit: sweepSize },
        )
        .toArray()
      found += due.length
      // `as`: the projection above
      const offers = await Promise.all((due as { _id: string }[]).map(({ _id }) => offer(documents, _id)))
      sent += offers.filter(Boolean).length
    }
    return { found, sent }
  }
  const sweeps = createSweeps(sweepOnce, log)

  outbox.onCommit = (documents, id, written) => {
    if (stopped) return
    const key = keyOf(documents, id)
    // a document that still waits, or whose events are being sent, has more events now
    if (pool.has(key)) committed.delete(key)
    else if (written && committed.size < mostWaiting)
      committed.set(key, { _id: id, v: written.v, outbox: written.outbox })
    void offer(documents, id).then((isSent) => {
      if (!isSent) sweeps.soon()
    })
  }

  return {
    start: () => {
      ready = bus.ensureTopics(topics)
      sweeps.start()
    },
    stop: async () => {
      stopped = true
      sweeps.stop()
      await atMost(drainMs, pool.idle())
    },
    runOnce: async () => (await sweepOnce()).sent,
  }
}

/** Documents whose events were due, and those whose events were acknowledged. */
type Swept = { found: number; sent: number }

/**
 * Sweeps every second until a lease has ended that was left behind: after the start, after `soon`, and after a sweep that
 * finds something or fails. Else rarely.
 */
function createSweeps(sweepOnce: () => Promise<Swept>, log: RelayOptions['log']) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let rareFrom = 0
  const often = () => {
    rareFrom = performance.now() + leaseMs + 2 * sweepMs
  }
  const wait = () => (performance.now() < rareFrom ? sweepMs : idleSweepMs)
  const sweep = async () => {
    timer = undefined
    const { found, sent } = await sweepOnce().catch((error: unknown) => {
      log.warn({ err: error }, 'the outbox could not be swept')
      return { found: 1, sent: 0 }
    })
    if (found > 0) often()
    if (!isStopped) timer = setTimeout(sweep, sent >= sweepSize ? 0 : wait())
  }
  return {
    start: () => {
      often()
      void sweep()
    },
    soon: () => {
      const wasRare = wait() > sweepMs
      often()
      if (!timer || !wasRare) return
      clearTimeout(timer)
      timer = setTimeout(sweep, sweepMs)
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      timer = undefined
    },
  }
}

type Sending = Pick<RelayOptions, 'bus' | 'outbox' | 'published'> & { now: () => number }

async function send(
  { bus, outbox, published, now }: Sending,
  documents: Documents,
  pending: Committed,
): Promise<true> {
  const { _id } = pending
  const entries = pending.outbox.toSorted((a, b) => a.seq - b.seq)
  const last = entries.at(-1)?.seq ?? 0
  for (const part of partsOf(entries)) {
    // after an error or a time-out the outcome is unknown: the entries stay, and the next owner of the lease sends
    // them again
    await publish(bus, outbox, part)
    for (const entry of part) published?.(entry.type)
    const sent = part.at(-1)?.seq ?? 0
    if (sent < last) await documents.updateOne({ _id }, { $pull: { outbox: { seq: { $lte: sent } } } })
  }
  await clear(documents, pending, last, now())
  return true
}

/** Splits entries, in order, into requests that a broker accepts. An entry above the limit is sent alone. */
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

/** Takes the lease on a document. When a relay dies or is paused, the lease expires and the next one continues. */
async function claim(documents: Documents, _id: string, now: number): Promise<Committed | null> {
  const claimed = await documents.findOneAndUpdate(
    { _id, outboxAt: { $lte: new Date(now) } },
    { $set: { outboxAt: new Date(now + leaseMs) } },
    { returnDocument: 'after', projection: { v: 1, outbox: 1 } },
  )
  // `as`: the projection above
  return claimed as Committed | null
}

/**
 * Removes by version or sequence number, never by position: a relay that was paused past its lease must not remove an
 * event that was added meanwhile.
 */
async function clear(documents: Documents, { _id, v }: Committed, last: number, now: number): Promise<void> {
  const done = await documents.updateOne({ _id, v }, { $set: { outbox: [] }, $unset: { outboxAt: 1 } })
  if (done.matchedCount > 0) return
  await documents.updateOne(
    { _id },
    { $pull: { outbox: { seq: { $lte: last } } }, $set: { outboxAt: new Date(now) } },
  )
}

/** The change may be minutes old when Kafka was away; it stays in the same trace. */
function sendSpan(entry: OutboxEntry): SpanStart {
  const { type, id, topic, traceparent } = entry
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
