import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { boardPath } from '@darsi/contracts/rules/board-socket.ts'
import { limitKey } from '@darsi/kit/http/limit-key.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { forwardUpgrade, refuseUpgrade, type UpgradeRefusal } from '@darsi/kit/http/upgrade.ts'
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
      forwardUpgrade(
        { request, socket, head },
        {
          url: options.classroomUrl,
          headers: { [identityHeader]: identity, 'x-client-ip': address, 'x-request-id': requestId },
          answered: note,
          ended: open.hold(socket, refusal),
        },
      )
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
