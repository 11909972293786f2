import type { Model } from 'mongoose'
import { encode } from './envelope.ts'
import type { Bus } from './kafka.ts'
import type { Log } from './log.ts'
import type { Outbox, OutboxEntry } from './outbox.ts'

const leaseMs = 15_000
const sweepMs = 1000
const maxInFlight = 16

export type Relay = {
  start: () => void
  /** Lets running sends finish, at most 5 s. */
  stop: () => Promise<void>
  /** One sweep; resolves to the number of documents whose events were acknowledged. */
  runOnce: () => Promise<number>
}

type Pending = { _id: string; v: number; outbox: OutboxEntry[] }
type RelayOptions = {
  models: readonly Model<never>[]
  outbox: Outbox
  bus: Pick<Bus, 'publish'>
  log: Log
  published?: (type: string) => void
  now?: () => number
}

/**
 * Publishes waiting events in order, at least once, and clears them by sequence number, never by position:
 * a relay that slept past its lease must not remove an event that came meanwhile. Any number of replicas may run.
 */
export function createRelay({ models, outbox, bus, log, published, now = Date.now }: RelayOptions): Relay {
  const running = new Set<Promise<unknown>>()
  const waiting: (() => Promise<unknown>)[] = []
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const claim = async (model: Model<never>, id?: string): Promise<Pending | null> => {
    const filter = { outboxAt: { $lte: new Date(now()) }, ...(id === undefined ? {} : { _id: id }) }
    const claimed = await model.collection.findOneAndUpdate(
      filter as never,
      { $set: { outboxAt: new Date(now() + leaseMs) } } as never,
      { returnDocument: 'after', sort: { outboxAt: 1 }, projection: { v: 1, outbox: 1 } },
    )
    // `as`: the projection above
    return claimed as unknown as Pending | null
  }

  const clear = async (model: Model<never>, sent: Pending, last: number): Promise<void> => {
    const done = await model.collection.updateOne(
      { _id: sent._id, v: sent.v } as never,
      { $set: { outbox: [] }, $unset: { outboxAt: 1 } } as never,
    )
    if (done.matchedCount > 0) return
    await model.collection.updateOne(
      { _id: sent._id } as never,
      { $pull: { outbox: { seq: { $lte: last } } }, $set: { outboxAt: new Date(now()) } } as never,
    )
  }

  const send = async (model: Model<never>, id?: string): Promise<boolean> => {
    const pending = await claim(model, id)
    if (!pending) return false
    const entries = [...pending.outbox].sort((a, b) => a.seq - b.seq)
    const last = entries.at(-1)?.seq ?? 0
    // an error or a time-out means "unknown": the entries stay and the lease brings them back
    await bus.publish(entries.map((entry) => encode(entry, outbox.producer)))
    await clear(model, pending, last)
    for (const entry of entries) published?.(entry.type)
    return true
  }

  const enqueue = (job: () => Promise<unknown>) => {
    waiting.push(job)
    pump()
  }

  const pump = () => {
    while (!stopped && running.size < maxInFlight) {
      const job = waiting.shift()
      if (!job) return
      const run = job()
        .catch((error: unknown) => log.warn({ err: error }, 'events not published yet'))
        .finally(() => {
          running.delete(run)
          pump()
        })
      running.add(run)
    }
  }

  const runOnce = async () => {
    let count = 0
    for (const model of models) {
      while (!stopped && (await send(model))) count++
    }
    return count
  }

  const sweep = async () => {
    await runOnce().catch((error: unknown) => log.warn({ err: error }, 'events not published yet'))
    if (!stopped) timer = setTimeout(sweep, sweepMs)
  }

  outbox.onCommit = (model, id) => {
    if (!stopped) enqueue(() => send(model, id))
  }

  return {
    start: () => {
      void sweep()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      const drained = Promise.allSettled([...running])
      await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, 5000).unref())])
    },
    runOnce,
  }
}
