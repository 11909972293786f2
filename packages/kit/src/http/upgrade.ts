import type { IncomingMessage } from 'node:http'
import { connect as connectTcp, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'

const reasons = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const
export type UpgradeRefusal = keyof typeof reasons

/** Refuses an upgrade request. Browsers do not show the reason to the page. */
export function refuseUpgrade(
  socket: Duplex,
  status: UpgradeRefusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'Connection: close',
    'Content-Length: 0',
    'Cache-Control: no-store',
    ...(status === 429 || status === 503 ? ['Retry-After: 5'] : []),
    ...linesOf(headers),
  ]
  endSoon(socket, `${lines.join('\r\n')}\r\n\r\n`)
}

/** Sends the last answer of a connection. A client that does not close its side would keep the socket for ever. */
export function endSoon(socket: Duplex, answer: string): void {
  socket.end(answer)
  setTimeout(() => socket.destroy(), 1000).unref()
}

/** Of the caller's headers only these are forwarded. */
const forwarded = [
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
  'user-agent',
]
const answerMs = 5000

export type UpgradeRequest = { request: IncomingMessage; socket: Duplex; head: Buffer }
type Forwarding = {
  /** The server that answers the upgrade. */
  url: string
  headers?: Readonly<Record<string, string>>
  /** Called once with the status of the answer; 503 when the server cannot be reached or does not answer in time. */
  answered?: (status: number) => void
  /** Called after the end, perhaps twice. */
  ended: () => void
}

/**
 * Forwards the upgrade of a web socket, then bytes in both directions; the answer's head is passed on unchanged.
 * @returns closes both connections
 */
export function forwardUpgrade(
  { request, socket, head }: UpgradeRequest,
  { url, headers = {}, answered = () => {}, ended }: Forwarding,
): () => void {
  const upstream = dial(url)
  let isAnswered = false
  const end = () => {
    ended()
    socket.destroy()
    upstream.destroy()
  }
  const fail = () => {
    if (isAnswered) return end()
    isAnswered = true
    answered(503)
    ended()
    // it would destroy the caller's socket before the refusal is sent
    upstream.off('close', end).destroy()
    refuseUpgrade(socket, 503)
  }
  upstream.setTimeout(answerMs, fail)
  upstream.on('error', fail)
  upstream.once('data', (answer: Buffer) => {
    upstream.setTimeout(0)
    isAnswered = true
    answered(Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer.subarray(0, 16).toString('latin1'))?.[1] ?? 502))
  })
  const kept = forwarded.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [`${name}: ${value}`] : []
  })
  const lines = [
    `GET ${request.url} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    ...kept,
    ...linesOf(headers),
  ]
  upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
  if (head.length > 0) upstream.write(head)
  socket.pipe(upstream).pipe(socket)
  socket.on('error', end)
  socket.on('close', end)
  upstream.on('close', end)
  return end
}

function dial(url: string): Socket {
  const { hostname: host, port, protocol } = new URL(url)
  const isTls = protocol === 'https:'
  const to = { host, port: Number(port || (isTls ? 443 : 80)), keepAlive: true, noDelay: true }
  return isTls ? connectTls({ ...to, servername: host }) : connectTcp(to)
}

const linesOf = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
