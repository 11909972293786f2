import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { serveHttp } from '../testing/testing.ts'
import { currentContext, withContext } from './context.ts'
import { inSpan, startSpan, startTelemetry } from './telemetry.ts'
import { contextOf } from './traceparent.ts'

type Sent = { name: string; traceId: string; spanId: string; parentSpanId?: string; links?: unknown[] }
const trace = 'a'.repeat(32)
const cause = `00-${trace}-${'b'.repeat(16)}-01`

describe('traces', () => {
  const stops: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  async function receiver() {
    const spans: Sent[] = []
    const { url, close } = await serveHttp(async (request, response) => {
      // `as`: OTLP's JSON
      const body = JSON.parse(await text(request)) as {
        resourceSpans: { scopeSpans: { spans: Sent[] }[] }[]
      }
      for (const { scopeSpans } of body.resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      response.setHeader('content-type', 'application/json').end('{}')
    })
    const telemetry = await startTelemetry('test', url)
    stops.push(telemetry.stop, close)
    return { spans, flush: telemetry.stop }
  }

  it('without a receiver a span is not recorded, and the trace context is still passed on', async () => {
    await startTelemetry('test', undefined)
    const { traceparent } = startSpan({ name: 'x', kind: 'server', parent: cause })
    expect(traceparent).toContain(trace)
    expect(traceparent).not.toBe(cause)
  })

  it('spans reach the receiver under the caller’s trace, each below its own cause', async () => {
    const { spans, flush } = await receiver()
    await withContext({ traceparent: cause }, () =>
      inSpan({ name: 'outer', kind: 'server' }, () =>
        inSpan({ name: 'inner', kind: 'client' }, async () => {
          expect(contextOf(currentContext().traceparent)?.traceId).toBe(trace)
        }),
      ),
    )
    await flush()
    const [inner, outer] = spans
    expect(inner).toMatchObject({ name: 'inner', traceId: trace, parentSpanId: outer?.spanId })
    expect(outer).toMatchObject({ name: 'outer', traceId: trace, parentSpanId: 'b'.repeat(16) })
  })

  it('a replay is a separate trace that links to its cause', async () => {
    const { spans, flush } = await receiver()
    startSpan({ name: 'again', kind: 'consumer', parent: cause, isLate: true }).end()
    await flush()
    expect(spans[0]?.traceId).not.toBe(trace)
    expect(spans[0]?.links).toEqual([expect.objectContaining({ traceId: trace })])
  })

  it('a failure is recorded by its kind, never with its message', async () => {
    const { spans, flush } = await receiver()
    const failing = inSpan({ name: 'x', kind: 'client' }, async () => {
      throw new RangeError('amal@example.tn')
    })
    await expect(failing).rejects.toThrow('amal')
    await flush()
    expect(JSON.stringify(spans)).toContain('RangeError')
    expect(JSON.stringify(spans)).not.toContain('amal')
  })

  it.each(['', 'x', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, `ff${cause}`])('%p is no parent', (text) => {
    expect(contextOf(text)).toBeUndefined()
  })
})
