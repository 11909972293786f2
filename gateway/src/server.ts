import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ProblemSlug } from '@darsi/contracts/problem.ts'
import { problem, problemDocument } from '@darsi/kit/problem.ts'
import { noContentPolicy } from './security-headers.ts'

export type Timeouts = { headersMs: number; requestMs: number }

/**
 * The public server: small heads, short patience. A request must arrive whole within the time,
 * while an answer may take as long as it needs.
 */
export function listenPublicly(
  app: RequestListener,
  options: { port: number; host: string; headers: Readonly<Record<string, string>>; timeouts?: Timeouts },
): Promise<{ server: Server; port: number }> {
  // shorter than the patience with an upstream, which waits for the body too
  const { headersMs, requestMs } = options.timeouts ?? { headersMs: 10_000, requestMs: 20_000 }
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(1000, headersMs),
      keepAliveTimeout: 65_000,
      // answered by us as a problem document
      requireHostHeader: false,
    },
    app,
  )
  // more would be dropped in silence; the application refuses above 64
  server.maxHeadersCount = 200
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuseRaw(socket, statusOf(error.code), options.headers)
  })
  server.on('connect', (_request, socket) => refuseRaw(socket, 405, options.headers))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      // `as`: a listening TCP server always has an AddressInfo
      resolve({ server, port: (server.address() as AddressInfo).port })
    })
  })
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return 400
}

const reasons: Readonly<Record<number, readonly [string, ProblemSlug]>> = {
  400: ['Bad Request', 'body-malformed'],
  405: ['Method Not Allowed', 'method-not-allowed'],
  408: ['Request Timeout', 'request-timeout'],
  431: ['Request Header Fields Too Large', 'headers-too-large'],
}

/** Answers what never became a request. */
function refuseRaw(socket: Duplex, status: number, headers: Readonly<Record<string, string>>): void {
  // `_httpMessage` is the answer in progress: once its head is out, another one would corrupt the stream
  const answering = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent
  if (!socket.writable || answering) {
    socket.destroy()
    return
  }
  const [reason, slug] = reasons[status] ?? (['Bad Request', 'body-malformed'] as const)
  const body = JSON.stringify(problemDocument(problem(slug), 'en', ''))
  const lines = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Content-Security-Policy: ${noContentPolicy}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
