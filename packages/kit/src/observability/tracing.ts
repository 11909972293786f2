import type { Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { atMost } from '../time-limit.ts'

/** The OpenTelemetry SDK, sending by OTLP over HTTP. Loaded only where an endpoint is set (telemetry.ts). */
export function createTracing(
  service: string,
  endpoint: string,
): { tracer: Tracer; stop: () => Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.namespace': 'darsi', 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  })
  return {
    tracer: provider.getTracer('darsi'),
    // an unreachable receiver must not delay the shutdown
    stop: async () => {
      await atMost(3000, provider.shutdown())
    },
  }
}
