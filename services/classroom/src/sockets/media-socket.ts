import type { IncomingMessage } from 'node:http'
import { connect as connectTcp } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { refuseUpgrade } from '@darsi/kit/http/upgrade.ts'
import type { SocketRegistry } from './socket-registry.ts'
import type { TicketSeat } from './ticket-store.ts'

const kept = [
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
  'user-agent',
]

/** Connects a checked upgrade with the media engine's signalling, byte by byte. */
export function joinEngine(
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
  { url, seat, registry }: { url: string; seat: TicketSeat; registry: SocketRegistry },
): void {
  const { hostname, port, protocol, host } = new URL(url)
  const isTls = protocol === 'https:'
  const to = { host: hostname, port: Number(port || (isTls ? 443 : 80)) }
  const upstream = isTls ? connectTls({ ...to, servername: hostname }) : connectTcp(to)
  let isJoined = false
  let remove = () => {}
  const end = () => {
    remove()
    socket.destroy()
    upstream.destroy()
  }
  upstream.on(isTls ? 'secureConnect' : 'connect', () => {
    const headers = kept.flatMap((name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? [`${name}: ${value}`] : []
    })
    const lines = [
      `GET ${request.url} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      ...headers,
    ]
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
    if (head.length > 0) upstream.write(head)
    isJoined = true
    remove = registry.add({ ...seat, kind: 'media', close: end, follow: () => {} })
    socket.pipe(upstream).pipe(socket)
  })
  upstream.on('error', () => {
    if (!isJoined) refuseUpgrade(socket, 503)
    else end()
  })
  socket.on('error', end)
  socket.on('close', end)
  upstream.on('close', end)
}
