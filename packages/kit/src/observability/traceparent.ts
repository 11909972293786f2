import { randomBytes } from 'node:crypto'
import type { SpanContext } from '@opentelemetry/api'

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** A W3C `traceparent` as a remote parent; undefined when missing or invalid. */
export function contextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = pattern.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** The next hop of a W3C trace: same trace id, new span id; a new trace when there is none. */
export function nextTraceparent(incoming: string | undefined): string {
  const { traceId, traceFlags } = contextOf(incoming) ?? {
    traceId: randomBytes(16).toString('hex'),
    traceFlags: 1,
  }
  return traceparentOf({ traceId, spanId: randomBytes(8).toString('hex'), traceFlags })
}
