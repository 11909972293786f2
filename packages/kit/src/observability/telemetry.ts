import {
  type Attributes,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { currentContext, withContext } from './context.ts'
import { contextOf, nextTraceparent, traceparentOf } from './traceparent.ts'

type Telemetry = { stop: () => Promise<void> }
export type SpanStart = {
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal'
  attributes?: Attributes
  /** The parent context; by default the current one. */
  parent?: string | undefined
  /** True when the cause is long past, as in a replay: starts a trace of its own that links to the cause. */
  isLate?: boolean
}
export type RunningSpan = {
  /** Passed on with calls and events made within this span. */
  traceparent: string
  set: (attributes: Attributes) => void
  rename: (name: string) => void
  end: (error?: unknown) => void
}

// one exporter per process, like the log's standard output
let tracer: Tracer | undefined

/**
 * Starts sending spans to an OTLP receiver. Without an endpoint nothing is loaded or measured; trace ids are still
 * passed on, so that logs and events can be connected.
 */
export async function startTelemetry(service: string, endpoint: string | undefined): Promise<Telemetry> {
  if (!endpoint) return { stop: async () => undefined }
  const { createTracing } = await import('./tracing.ts')
  const tracing = createTracing(service, endpoint)
  tracer = tracing.tracer
  return {
    stop: async () => {
      tracer = undefined
      await tracing.stop()
    },
  }
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/** A span that the caller ends. */
export function startSpan({ name, kind, attributes = {}, parent, isLate = false }: SpanStart): RunningSpan {
  const cause = parent ?? currentContext().traceparent
  if (!tracer) return unmeasured(cause)
  const context = contextOf(cause)
  const links: Link[] = isLate && context ? [{ context }] : []
  const around = context && !isLate ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, around)
  return {
    traceparent: traceparentOf(span.spanContext()),
    set: (more) => span.setAttributes(more),
    rename: (other) => span.updateName(other),
    end: (error) => {
      if (error !== undefined) {
        // never the message: it may contain a name
        span.setAttribute('error.type', error instanceof Error ? error.name : String(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

function unmeasured(cause: string | undefined): RunningSpan {
  return { traceparent: nextTraceparent(cause), set: () => {}, rename: () => {}, end: () => {} }
}

/** Runs within a span and ends it. */
export async function inSpan<T>(start: SpanStart, run: (span: RunningSpan) => Promise<T>): Promise<T> {
  const span = startSpan(start)
  try {
    const result = await withContext({ ...currentContext(), traceparent: span.traceparent }, () => run(span))
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
