import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Delay, loss and bandwidth of each direction. TCP repeats lost packets, so loss costs time, not bytes. */
export type LineQuality = {
  /** 0 is no limit. */
  kbps: number
  delayMs: number
  jitterMs: number
  /** Share of packets, from 0 to 1. */
  loss: number
  /** No signal: nothing is closed and nothing arrives. */
  down: boolean
  /** As in a company or a school that lets through web pages alone. */
  udpBlocked: boolean
}
export const goodLine: LineQuality = {
  kbps: 0,
  delayMs: 20,
  jitterMs: 0,
  loss: 0,
  down: false,
  udpBlocked: false,
}
/** The limits that the measurements call 3G. */
export const line3g: LineQuality = { ...goodLine, kbps: 100, delayMs: 150, jitterMs: 60, loss: 0.08 }

type Direction = 'up' | 'down'
export type BadLine = ReturnType<typeof createBadLine>

/** A router drops what would wait longer. */
const queueMs = 800
const packetBytes = 1400
/** IP and UDP. */
const headerBytes = 28
/** More of a TCP stream is not read while the line is busy. */
const windowBytes = 64 * 1024

/**
 * The line of one person to servers on this machine, in this process and without root: forwards TCP and UDP ports at a
 * rate, with delay, jitter, loss and outages, and counts the bytes.
 */
export function createBadLine(quality: LineQuality = goodLine, random: () => number = Math.random) {
  const wire = createWire(quality, random)
  const ends: (() => void)[] = []
  return {
    set: wire.set,
    bytes: wire.bytes,
    /** Both are loopback ports. @returns the one that leads to `target` over the line */
    async tcp(target: number): Promise<number> {
      const server = createServer((client) => {
        const far = connect(target, '127.0.0.1')
        stream(wire, 'up', client, far)
        stream(wire, 'down', far, client)
        ends.push(() => client.destroy())
        ends.push(() => far.destroy())
      })
      ends.push(() => server.close())
      return portOf(server)
    },
    async udp(target: number): Promise<number> {
      const near = createSocket('udp4')
      await new Promise<void>((resolve) => near.bind(0, '127.0.0.1', resolve))
      packets(wire, near, target, ends)
      return near.address().port
    },
    close() {
      wire.close()
      for (const end of ends.splice(0)) end()
    },
  }
}

type Wire = ReturnType<typeof createWire>

/** The capacity that all ports of one line share. */
function createWire(quality: LineQuality, random: () => number) {
  let now = quality
  let isClosed = false
  const bytes = { up: 0, down: 0 }
  const free = { up: 0, down: 0 }
  const waiting = new Set<() => void>()
  const timers = new Set<NodeJS.Timeout>()
  return {
    isDown: () => now.down,
    bytes: () => ({ ...bytes }),
    set(part: Partial<LineQuality>) {
      now = { ...now, ...part }
      if (now.down) return
      const all = [...waiting]
      waiting.clear()
      for (const goOn of all) goOn()
    },
    /** Calls once the line is up again. */
    whenUp: (goOn: () => void) => void waiting.add(goOn),
    /** Takes the line for a packet. @returns milliseconds until it is sent, and until it arrives */
    send(direction: Direction, size: number): { sent: number; arrives: number } {
      const at = performance.now()
      bytes[direction] += size
      free[direction] = Math.max(at, free[direction]) + (now.kbps > 0 ? (size * 8) / now.kbps : 0)
      const sent = free[direction] - at
      return { sent, arrives: sent + now.delayMs + random() * now.jitterMs }
    },
    /** Of a packet that nobody sends again: the queue of the router is full, the radio lost it, or there is none. */
    isLost: (direction: Direction) =>
      now.down || now.udpBlocked || random() < now.loss || free[direction] - performance.now() > queueMs,
    /** How much later a lost packet of a stream comes, once it was sent again. */
    resendMs: () => (random() < now.loss ? 2 * now.delayMs + 200 : 0),
    after(ms: number, act: () => void) {
      if (isClosed) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        act()
      }, ms)
      timers.add(timer)
    },
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function packets(wire: Wire, near: UdpSocket, target: number, ends: (() => void)[]): void {
  const flows = new Map<number, UdpSocket>()
  const over = (direction: Direction, size: number, deliver: () => void) => {
    if (!wire.isLost(direction)) wire.after(wire.send(direction, size + headerBytes).arrives, deliver)
  }
  const flowOf = (port: number): UdpSocket => {
    const known = flows.get(port)
    if (known) return known
    const far = createSocket('udp4')
    far.on('message', (message) => over('down', message.length, () => near.send(message, port, '127.0.0.1')))
    // the engine was killed: its port answers nothing for a while
    far.on('error', () => {})
    ends.push(() => far.close())
    flows.set(port, far)
    return far
  }
  near.on('message', (message, { port }) => {
    const far = flowOf(port)
    over('up', message.length, () => far.send(message, target, '127.0.0.1'))
  })
  near.on('error', () => {})
  ends.push(() => near.close())
}

/** In order and complete: what an outage or a loss held up comes later. */
function stream(wire: Wire, direction: Direction, from: Socket, to: Socket): void {
  let pending = 0
  let last = 0
  let isOver = false
  const queue: Buffer[] = []
  const deliver = () => {
    if (wire.isDown()) return wire.whenUp(deliver)
    const chunk = queue.shift()
    if (!chunk) return
    pending -= chunk.length
    if (!to.destroyed) to.write(chunk)
    if (pending < windowBytes) from.resume()
    if (isOver && queue.length === 0) to.end()
  }
  from.on('data', (data: Buffer) => {
    for (let at = 0; at < data.length; at += packetBytes) {
      const chunk = data.subarray(at, at + packetBytes)
      queue.push(chunk)
      pending += chunk.length
      last = Math.max(last, performance.now() + wire.send(direction, chunk.length).arrives + wire.resendMs())
      wire.after(Math.max(0, last - performance.now()), deliver)
    }
    if (pending >= windowBytes) from.pause()
  })
  from.on('error', () => {})
  from.on('close', () => {
    isOver = true
    if (queue.length === 0) to.destroy()
  })
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  return address.port
}
