import { randomFillSync } from 'node:crypto'
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
  const { traceId, traceFlags } = contextOf(incoming) ?? { traceId: hexDigits(32), traceFlags: 1 }
  return traceparentOf({ traceId, spanId: hexDigits(16), traceFlags })
}

const random = Buffer.alloc(4096)
let used = random.length

/** Random bytes are drawn many at a time: a draw costs more than the rest of the id. */
function hexDigits(count: 16 | 32): string {
  if (used + count / 2 > random.length) {
    randomFillSync(random)
    used = 0
  }
  const start = used
  used += count / 2
  return random.toString('hex', start, used)
}
