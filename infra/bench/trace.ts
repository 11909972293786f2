import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlainError } from '../local/process/fail.ts'
import { print, someStudent, withTrialSite } from '../local/trials/trial.ts'

type Attribute = { key: string; value: { stringValue?: string } }
type Sent = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  startTimeUnixNano: string
  endTimeUnixNano: string
}
type Span = Sent & { service: string }

/** One registration from the click to the SMTP server's answer, as spans at an OTLP receiver on loopback. */
export async function run(): Promise<void> {
  const spans: Span[] = []
  const receiver = await listenForSpans(spans)
  try {
    await withTrialSite({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }, async (site) => {
      const traceId = randomUUID().replaceAll('-', '')
      const click = '00f067aa0ba902b7'
      const response = await fetch(`${site.url}/api/auth/register`, {
        method: 'POST',
        // as the pages' API client sends it
        headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${click}-01` },
        body: JSON.stringify(someStudent()),
      })
      if (response.status !== 201) throw new PlainError(`register answered ${response.status}`)
      const mine = () => spans.filter((span) => span.traceId === traceId)
      for (let waited = 0; waited < 300 && !mine().some(({ name }) => name === 'SMTP'); waited++)
        await sleep(100)
      // each process exports once a second
      await sleep(2500)
      if (!mine().some(({ name }) => name === 'SMTP'))
        throw new PlainError('The trace does not reach the mail.')
      print(`trace ${traceId}: ${mine().length} spans; start and duration in ms`)
      for (const line of tree(mine(), click)) print(line)
    })
  } finally {
    receiver.close()
  }
}

async function listenForSpans(spans: Span[]) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    // `as`: OTLP's JSON
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Sent[] }[] }[]
    }
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '?'
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })))
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  // `as`: a listening TCP server always has an AddressInfo
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Each span below its parent, in order of start. */
function tree(spans: readonly Span[], root: string): string[] {
  const ms = (nano: string) => Number(BigInt(nano) / 1000n) / 1000
  const first = Math.min(...spans.map((span) => ms(span.startTimeUnixNano)))
  const below = (parent: string, depth: number): string[] =>
    spans
      .filter((span) => span.parentSpanId === parent)
      .sort((a, b) => ms(a.startTimeUnixNano) - ms(b.startTimeUnixNano))
      .flatMap((span) => {
        const start = (ms(span.startTimeUnixNano) - first).toFixed(1).padStart(8)
        const took = (ms(span.endTimeUnixNano) - ms(span.startTimeUnixNano)).toFixed(1).padStart(8)
        const line = `${start} ${took}  ${'  '.repeat(depth)}${span.service}: ${span.name}`
        return [line, ...below(span.spanId, depth + 1)]
      })
  return ['       –        –  browser: click', ...below(root, 1)]
}
