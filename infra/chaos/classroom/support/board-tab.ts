import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { boardPath, boardProtocol } from '@darsi/contracts/rules/board-socket.ts'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { WebSocket } from 'ws'
import { Doc } from 'yjs'
import { PlainError } from '../../../local/process/fail.ts'
import { createCaller } from '../../../local/trials/loopback.ts'
import type { Person, World } from './world.ts'

export type BoardTab = ReturnType<typeof openBoardTab>
type Options = {
  sessionId: string
  person: Person
  /** Where calls and sockets go: the gateway, or a bad line that leads there. */
  port?: number
  pages?: readonly string[]
}

/** A browser's board without the browser: the same protocol, the same waits between attempts, a ticket for each. */
export function openBoardTab({ site }: World, { sessionId, person, port, pages = ['1'] }: Options) {
  const address = port === undefined ? site.url : `http://localhost:${port}`
  const device = randomUUID()
  const caller = createCaller(address)
  const ticket = async (): Promise<string> => {
    const { headers } = person
    const body = { device, takeOver: true }
    const answer = await caller.call(`POST /classroom/${sessionId}/enter`, { headers, body })
    if (answer.status !== 200) throw new Error(`enter answered ${answer.status} ${answer.body}`)
    // `as`: the declared answer
    return (JSON.parse(answer.body) as { data: { ticket: string } }).data.ticket
  }
  const websocketProvider = new HocuspocusProviderWebsocket({
    url: `${address.replace('http', 'ws')}${boardPath}`,
    WebSocketPolyfill: ticketSockets(ticket, site.url),
    // as in frontends/features/board/connection/board-connection.ts
    ...{ delay: 1000, minDelay: 500, factor: 1.5, maxDelay: 5000, jitter: true },
    messageReconnectTimeout: 20_000,
  })
  const documents = new Map(pages.map((page) => [page, new Doc()]))
  const providers = [...documents].map(([page, document], index) => {
    const provider = new HocuspocusProvider({
      ...{ websocketProvider, document, name: `${sessionId}/${page}`, token: 'ticket' },
      ...(index > 0 && { awareness: null }),
    })
    provider.attach()
    return provider
  })
  return {
    synced: (ms: number) =>
      soon('the board was loaded', ms, () => providers.every(({ isSynced }) => isSynced)),
    document: (page = '1') => documents.get(page) ?? new Doc(),
    objects: (page = '1') => (documents.get(page) ?? new Doc()).getMap<object>('o'),
    isOpen: () => websocketProvider.status === 'connected',
    isSaved: () => providers.every(({ hasUnsyncedChanges }) => !hasUnsyncedChanges),
    close() {
      for (const provider of providers) provider.destroy()
      websocketProvider.destroy()
      caller.close()
    },
  }
}

/** As frontends/features/board/connection/ticket-socket.ts, with an Origin as a browser sends it. */
function ticketSockets(ticket: () => Promise<string>, origin: string) {
  return class extends EventTarget {
    binaryType = 'arraybuffer' as const
    #socket: WebSocket | null = null
    #closed = false

    constructor(url: string) {
      super()
      void this.#open(url)
    }

    get readyState(): number {
      if (this.#closed) return WebSocket.CLOSED
      return this.#socket?.readyState ?? WebSocket.CONNECTING
    }

    send(data: Uint8Array): void {
      this.#socket?.send(data)
    }

    close(): void {
      this.#closed = true
      if (this.#socket) this.#socket.close()
      else this.#end(1000)
    }

    async #open(url: string): Promise<void> {
      try {
        const protocols = [boardProtocol, `ticket.${await ticket()}`]
        if (this.#closed) return
        const socket = new WebSocket(url, protocols, { origin })
        this.#socket = socket
        socket.binaryType = this.binaryType
        socket.on('open', () => this.dispatchEvent(new Event('open')))
        socket.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })))
        socket.on('error', () => this.dispatchEvent(new Event('error')))
        socket.on('close', (code) => this.#end(code))
      } catch {
        this.dispatchEvent(new Event('error'))
        this.#end(4401)
      }
    }

    #end(code: number): void {
      this.#closed = true
      this.dispatchEvent(new CloseEvent('close', { code }))
    }
  }
}

/** A stroke of 60 points with pressure, in the bytes that a browser stores. */
export function stroke(by: string): object {
  const noise = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  return { k: 'pen', c: 1, b: by, w: 4, p: noise(130), q: noise(15) }
}

/** Milliseconds until all tabs show the same objects and `isRight` of their ids. */
export function untilEqual(
  tabs: readonly BoardTab[],
  ms: number,
  isRight: (ids: ReadonlySet<string>) => boolean,
): Promise<number> {
  return soon('the boards were equal', ms, () => {
    const shown = tabs.map((tab) => [...tab.objects().keys()].sort())
    const [first = []] = shown
    return shown.every((ids) => ids.join() === first.join()) && isRight(new Set(first))
  })
}

/** Checked every 20 ms, because the times are below a second. @returns how many. @throws PlainError after `ms` */
async function soon(what: string, ms: number, isTrue: () => boolean): Promise<number> {
  const began = performance.now()
  for (; !isTrue(); await sleep(20))
    if (performance.now() - began > ms) throw new PlainError(`${what}: not within ${ms / 1000} s`)
  return performance.now() - began
}
