import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { atMost } from '../time-limit.ts'

export type RefusalCounter = Counter<'kind' | 'route'>

export type Metrics = {
  registry: Registry
  requestDuration: Histogram<'route' | 'method' | 'status'>
  refusals: RefusalCounter
}

/** The Prometheus registry of one process with Node's metrics and the request histogram. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  // the default, 10 ms, wakes the process 100 times a second: half a per cent of a core. EventLoopBlocked asks for 500 ms
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 200 })
  // 0 or a huge number without a limit of the container
  const limit = process.constrainedMemory()
  if (limit > 0 && limit < 2 ** 50)
    new Gauge({
      name: 'process_memory_limit_bytes',
      help: 'Memory limit of the container.',
      registers: [registry],
    }).set(limit)
  const requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by route.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'security_refusals_total',
    help: 'Refused calls that may be an attack, by kind and route.',
    labelNames: ['kind', 'route'] as const,
    registers: [registry],
  })
  return { registry, requestDuration, refusals }
}

type Sample = { value: number; labels?: Record<string, string> }

// Prometheus waits ten seconds for the whole answer
const readWithinMs = 2000

/**
 * A gauge that is read at every scrape. While its source (database, Kafka, a queue) does not answer in time, it has no
 * value and does not delay other metrics.
 */
export function readGauge(
  registry: Registry,
  { name, help, labelNames = [] }: { name: string; help: string; labelNames?: readonly string[] },
  read: () => Promise<readonly Sample[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      let samples: readonly Sample[] = []
      const reading = read().then(
        (read) => {
          samples = read
        },
        () => undefined,
      )
      await atMost(readWithinMs, reading)
      // a reset gauge without labels would report 0
      if (labelNames.length === 0) this.remove({})
      else this.reset()
      for (const { labels = {}, value } of samples) this.set(labels, value)
    },
  })
}
