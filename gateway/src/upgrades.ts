import type { IncomingMessage } from 'node:http'
import { connect as connectTcp, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { boardPath } from '@darsi/contracts/rules/board-socket.ts'
import { limitKey } from '@darsi/kit/http/limit-key.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { refuseUpgrade, type UpgradeRefusal } from '@darsi/kit/http/upgrade.ts'
import { type IdentitySigner, identityHeader } from '@darsi/kit/identity/identity.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { Metrics } from '@darsi/kit/observability/metrics.ts'
import { Counter, Gauge } from 'prom-client'
import { clientAddress } from './access/client-address.ts'
import type { Limit } from './access/rate-limit.ts'
import { pathOf, refuseHeaders, refuseTarget } from './refuse.ts'

type UpgradeOptions = {
  /** Checks every ticket and media token itself, and answers 401. */
  classroomUrl: string
  publicUrl: string
  sign: IdentitySigner
  /** Limits attempts per address. */
  limit: Limit
  trustedHops: number
  log: Pick<Log, 'info' | 'warn'>
  metrics: Pick<Metrics, 'registry'>
  /** Sockets open at once; high, because a school shares one address. */
  maxOpen?: { perAddress: number; all: number }
}

/** The only paths for sockets. LiveKit's client connects to `/rtc` or `/rtc/v1`. */
const paths: ReadonlyMap<string, 'board' | 'media'> = new Map([
  [boardPath, 'board'],
  ['/rtc', 'media'],
  ['/rtc/v1', 'media'],
])
const toClassroom = [
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
  'user-agent',
]
const dialMs = 5000

/** Only web sockets: any other upgrade is ignored, and the request is answered as usual. */
export const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && /^websocket$/i.test(headers.upgrade ?? '')

/** Express does not handle upgrades, so all checks of a request are repeated here. */
export function createUpgrades(options: UpgradeOptions) {
  const open = createOpenSockets(options.maxOpen ?? { perAddress: 400, all: 5000 }, options.metrics)
  const upgrades = new Counter({
    name: 'gateway_upgrades_total',
    help: 'Upgrades by kind and status; 101 became a socket.',
    labelNames: ['kind', 'status'],
    registers: [options.metrics.registry],
  })

  return {
    handle: async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
      socket.on('error', () => socket.destroy())
      const kind = paths.get(pathOf(request.url ?? '')) ?? 'unknown'
      const requestId = crypto.randomUUID()
      // without the query: LiveKit's contains a token
      const note = (status: number) => {
        upgrades.inc({ kind, status: String(status) })
        // a flood does not fill the log; the counter has it
        if (status !== 429) options.log.info({ correlationId: requestId, kind, status }, 'upgrade')
      }
      const address = clientAddress(request, options.trustedHops)
      const refused = await refusalOf(request, address, options)
      const identity = await options.sign('classroom', null)
      // the caller left during the checks: nothing would free its place
      if (socket.destroyed) return
      const refusal = refused ?? open.take(address)
      if (typeof refusal === 'number') {
        note(refusal)
        refuseUpgrade(socket, refusal)
        return
      }
      join({ request, socket, head }, options.classroomUrl, {
        headers: { [identityHeader]: identity, 'x-client-ip': address, 'x-request-id': requestId },
        note,
        release: open.hold(socket, refusal),
      })
    },
    closeAll: open.closeAll,
  }
}

async function refusalOf(
  request: IncomingMessage,
  address: string,
  { limit, publicUrl }: UpgradeOptions,
): Promise<UpgradeRefusal | null> {
  try {
    await limit(address)
    refuseTarget(request.url ?? '')
    refuseHeaders(request)
  } catch (error) {
    if (!(error instanceof Problem)) return 503
    return error.slug === 'rate-limited' ? 429 : 400
  }
  const kind = paths.get(pathOf(request.url ?? ''))
  if (!kind) return 404
  // pages of other sites can open sockets here without a preflight: only the Origin identifies them
  if (request.headers.origin !== new URL(publicUrl).origin) return 403
  const offered = request.headers['sec-websocket-protocol'] ?? ''
  if (kind === 'board' && !/(?:^|,)\s*ticket\.[\w-]{20,}/.test(offered)) return 401
  return kind === 'media' && !/[?&]access_token=[\w.-]{20,}/.test(request.url ?? '') ? 401 : null
}

type Joining = {
  headers: Readonly<Record<string, string>>
  note: (status: number) => void
  release: () => void
}

/** Forwards the upgrade with our headers, then bytes in both directions; the answer's head is passed on unchanged. */
function join(
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
  url: string,
  { headers, note, release }: Joining,
): void {
  const upstream = dial(url)
  let isNoted = false
  const noteOnce = (status: number) => {
    if (!isNoted) note(status)
    isNoted = true
  }
  const end = () => {
    release()
    socket.destroy()
    upstream.destroy()
  }
  const away = () => {
    if (!isNoted) {
      noteOnce(503)
      refuseUpgrade(socket, 503)
      release()
      upstream.destroy()
    } else end()
  }
  upstream.setTimeout(dialMs, away)
  upstream.on('error', away)
  upstream.once('data', (answer: Buffer) => {
    upstream.setTimeout(0)
    noteOnce(Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer.subarray(0, 16).toString('latin1'))?.[1] ?? 502))
  })
  const kept = toClassroom.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [`${name}: ${value}`] : []
  })
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const lines = [
    `GET ${request.url} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    ...kept,
    ...own,
  ]
  upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
  if (head.length > 0) upstream.write(head)
  socket.pipe(upstream).pipe(socket)
  socket.on('close', end)
  upstream.on('close', end)
}

function dial(url: string): Socket {
  const { hostname: host, port, protocol } = new URL(url)
  const isTls = protocol === 'https:'
  const to = { host, port: Number(port || (isTls ? 443 : 80)), keepAlive: true, noDelay: true }
  return isTls ? connectTls({ ...to, servername: host }) : connectTcp(to)
}

/** Counts and closes the open sockets, because a server does not. */
function createOpenSockets(
  max: { perAddress: number; all: number },
  { registry }: Pick<Metrics, 'registry'>,
) {
  const byAddress = new Map<string, number>()
  const sockets = new Set<Duplex>()
  let isClosing = false
  new Gauge({
    name: 'gateway_open_sockets',
    help: 'Web sockets that are open.',
    registers: [registry],
    collect() {
      this.set(sockets.size)
    },
  })
  return {
    /** @returns the key of a reserved place, or the refusal */
    take: (address: string): { key: string } | 429 | 503 => {
      if (isClosing) return 503
      const key = limitKey(address)
      return sockets.size >= max.all || (byAddress.get(key) ?? 0) >= max.perAddress ? 429 : { key }
    },
    /** @returns a function that frees the place, once */
    hold: (socket: Duplex, { key }: { key: string }): (() => void) => {
      sockets.add(socket)
      byAddress.set(key, (byAddress.get(key) ?? 0) + 1)
      return () => {
        if (!sockets.delete(socket)) return
        const left = (byAddress.get(key) ?? 1) - 1
        if (left > 0) byAddress.set(key, left)
        else byAddress.delete(key)
      }
    },
    /** Also refuses new ones: pages reconnect at once, and their sockets would keep the process from stopping. */
    closeAll: (): void => {
      isClosing = true
      for (const socket of sockets) socket.destroy()
    },
  }
}
