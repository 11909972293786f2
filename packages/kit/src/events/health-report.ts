import { randomUUID } from 'node:crypto'
import type { Service } from '@darsi/contracts/reference/services.ts'
import type { Documents } from '../mongo/documents.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import type { Outbox } from './outbox.ts'
import { outboxState } from './outbox-state.ts'

/** The values of a health report; each rejects, or returns null, when unavailable. */
type Probes = {
  database: () => Promise<unknown>
  redis?: () => Promise<unknown>
  queue?: () => Promise<Record<string, number>>
}

type Options = {
  service: Service
  bus: Pick<Bus, 'publish' | 'ensureTopics' | 'lag'>
  outbox: Pick<Outbox, 'record'>
  collections: readonly Documents[]
  topics: readonly string[]
  probes: Probes
  deadLetters: () => number
  refusals: () => Promise<number>
  log: Pick<Log, 'debug'>
  /** The shared clock (server-clock.ts). */
  now: () => number
  everyMs?: number
}

const topic = 'health-events'
/**
 * While no event waits, neither in an outbox nor on a topic, both are read for every third report only: that is one query
 * for each collection and the offsets of every partition.
 */
const waitingEvery = 3
const nothingWaits = { outboxPending: 0, outboxOldest: 0, lag: 0 }

/**
 * Publishes `service.reported` every ten seconds, not through the outbox: the next report replaces a lost one, and a
 * missing report is itself a signal. All processes report at the same moments of the clock, so that admin reads their
 * reports from Kafka in one or two requests.
 */
export function startHealthReports({ everyMs = 10_000, ...options }: Options): () => void {
  const instance = randomUUID()
  const time = () => new Date(options.now()).toISOString()
  const startedAt = time()
  let sequence = 0
  let topicIsThere: Promise<void> | undefined
  let waiting = nothingWaits
  const report = async () => {
    topicIsThere ??= options.bus.ensureTopics([topic])
    await topicIsThere
    sequence += 1
    const { service } = options
    const at = time()
    if (waiting.outboxPending > 0 || waiting.lag > 0 || sequence % waitingEvery === 1)
      waiting = await waitingFor(options)
    const data = { service, instance, startedAt, at, ...(await stateOf(options)), ...waiting }
    const id = `${service}.${instance}.${sequence}`
    const entry = { id, seq: sequence, type: 'service.reported', version: 1, topic }
    await options.bus.publish([options.outbox.record({ ...entry, subject: instance, time: at, data })])
  }
  const run = () => void report().catch((error) => options.log.debug({ err: error }, 'health not reported'))
  let timer: NodeJS.Timeout
  const schedule = () => {
    const next = everyMs - (options.now() % everyMs)
    timer = setTimeout(
      () => {
        run()
        schedule()
      },
      // soon after a report, for a new process or a timer that was early
      next < everyMs / 2 ? next + everyMs : next,
    )
  }
  run()
  schedule()
  return () => clearTimeout(timer)
}

async function stateOf({ probes, deadLetters, refusals }: Options) {
  const [database, redis, queue] = await Promise.all([
    milliseconds(probes.database),
    probes.redis ? milliseconds(probes.redis) : undefined,
    probes.queue?.().catch(() => undefined),
  ])
  return {
    database,
    ...(redis !== undefined && { redis }),
    deadLetters: deadLetters(),
    refusals: await refusals(),
    ...(queue && { queue }),
    memoryMb: Math.round(process.memoryUsage.rss() / 1e6),
  }
}

async function waitingFor({ service, bus, collections, topics }: Options): Promise<typeof nothingWaits> {
  const [outbox, lags] = await Promise.all([
    outboxState(collections).catch(() => ({ pending: 0, oldest: 0 })),
    bus.lag(service, topics).catch(() => []),
  ])
  return {
    outboxPending: outbox.pending,
    outboxOldest: Math.round(outbox.oldest),
    lag: lags.reduce((sum, { behind }) => sum + behind, 0),
  }
}

async function milliseconds(probe: () => Promise<unknown>): Promise<number | null> {
  const started = performance.now()
  try {
    await probe()
    return Math.round(performance.now() - started)
  } catch {
    return null
  }
}
