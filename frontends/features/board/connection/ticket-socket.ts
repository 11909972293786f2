/** Provides a ticket for one connection. It is valid once and expires after seconds. */
export type TicketSource = () => Promise<{ protocols: string[] }>

/**
 * A WebSocket that gets a fresh ticket before each connection. The provider creates its socket synchronously and has
 * no support for tickets. This is a class because the provider calls it with `new`.
 */
export function ticketSockets(source: TicketSource) {
  return class TicketSocket extends EventTarget {
    binaryType: BinaryType = 'arraybuffer'
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

    send(data: Uint8Array<ArrayBuffer>): void {
      this.#socket?.send(data)
    }

    close(): void {
      this.#closed = true
      if (this.#socket) this.#socket.close()
      else this.#end(1000)
    }

    async #open(url: string): Promise<void> {
      try {
        const { protocols } = await source()
        if (this.#closed) return
        const socket = new WebSocket(url, protocols)
        this.#socket = socket
        socket.binaryType = this.binaryType
        socket.addEventListener('open', () => this.dispatchEvent(new Event('open')))
        socket.addEventListener('message', ({ data }) =>
          this.dispatchEvent(new MessageEvent('message', { data })),
        )
        socket.addEventListener('error', () => this.dispatchEvent(new Event('error')))
        socket.addEventListener('close', ({ code }) => this.#end(code))
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
