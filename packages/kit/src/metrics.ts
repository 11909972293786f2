import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = { registry: Registry; requestDuration: Histogram<'route' | 'method' | 'status'> }

/** Prometheus registry of one process with Node's own metrics and the request histogram. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by route.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return { registry, requestDuration }
}
