import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ProblemSlug } from '@darsi/contracts/problems/problem.ts'
import { type Language, languages } from '@darsi/contracts/reference/languages.ts'
import { problem, problemDocument } from '@darsi/kit/http/problem.ts'
import { endSoon } from '@darsi/kit/http/upgrade.ts'
import { isFile, isPiece } from './refuse.ts'
import { noContentPolicy } from './security-headers.ts'
import { isWebSocket } from './upgrades.ts'

export type Timeouts = { headersMs: number; requestMs: number; fileMs: number }

/**
 * The public server: small heads and short time-outs. A request must arrive completely within the time (longer for a
 * file, because phones upload slowly), while an answer may take as long as it needs.
 */
export function listenPublicly(
  app: RequestListener,
  options: {
    port: number
    host: string
    headers: Readonly<Record<string, string>>
    timeouts?: Timeouts
    upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => unknown
  },
): Promise<{ server: Server; port: number }> {
  // shorter than the time-out of an upstream, which waits for the body too
  const { headersMs, requestMs, fileMs } = options.timeouts ?? patience
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: headersMs,
      requestTimeout: fileMs,
      connectionsCheckingInterval: Math.min(1000, headersMs),
      keepAliveTimeout: 65_000,
      // answered as a problem document
      requireHostHeader: false,
      shouldUpgradeCallback: isWebSocket,
    },
    (request, response) => {
      if (hasBody(request) && !isFile(request) && !isPiece(request))
        expectWithin(requestMs, request, options.headers)
      app(request, response)
    },
  )
  // Node drops further headers silently; the application refuses above 64
  server.maxHeadersCount = 200
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuseRaw(socket, statusOf(error.code), options.headers)
  })
  if (options.upgrade) server.on('upgrade', options.upgrade)
  server.on('connect', (_request, socket) => refuseRaw(socket, 405, options.headers))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      // `as`: a listening TCP server always has an AddressInfo
      resolve({ server, port: (server.address() as AddressInfo).port })
    })
  })
}

const patience: Timeouts = { headersMs: 10_000, requestMs: 20_000, fileMs: 180_000 }

/** Node has one time-out for all requests; this one is shorter for those without a file. */
function expectWithin(ms: number, request: IncomingMessage, headers: Readonly<Record<string, string>>): void {
  const timer = setTimeout(() => {
    const language = languageOf(request.headers['accept-language'])
    if (!request.complete) refuseRaw(request.socket, 408, headers, language)
  }, ms)
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
}

/** A request without a body is complete with its head. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}

const languageOf = (accepted = ''): Language =>
  languages.find((language) => accepted.toLowerCase().startsWith(language)) ?? 'en'

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

/** Answers a request that could not be parsed. */
function refuseRaw(
  socket: Duplex,
  status: number,
  headers: Readonly<Record<string, string>>,
  language: Language = 'en',
): void {
  // `_httpMessage` is the answer in progress: once its head is sent, another one would corrupt the stream
  const answering = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent
  if (!socket.writable || answering) {
    socket.destroy()
    return
  }
  const [reason, slug] = reasons[status] ?? (['Bad Request', 'body-malformed'] as const)
  const body = JSON.stringify(problemDocument(problem(slug), language, ''))
  const lines = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Content-Security-Policy: ${noContentPolicy}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  endSoon(socket, `${lines.join('\r\n')}\r\n\r\n${body}`)
}
