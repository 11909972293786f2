import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy per server address that can refuse connections, pause, or leave connections half open. */
export async function faultyNetwork() {
  let refusing = false
  let isStalled = false
  const halfOpen = new Set<Socket>()
  const ports = new Map<string, number>()
  const sockets = new Set<Socket>()
  const servers: ReturnType<typeof createServer>[] = []

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const held: (() => void)[] = []
  /** Delivers now, or when the pause ends. */
  const pass = (deliver: () => void) => (isStalled ? void held.push(deliver) : deliver())
  const pipe = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      if (!halfOpen.has(from)) pass(() => to.write(bytes))
    })
    from.on('close', () => to.destroy())
  }
  const proxy = async (host: string, port: number): Promise<void> => {
    const server = createServer((inside) => {
      keep(inside)
      if (refusing) {
        inside.resetAndDestroy()
        return
      }
      const outside = connect(port, host)
      keep(outside)
      pipe(inside, outside)
      pipe(outside, inside)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // `as`: a listening TCP server always has an AddressInfo
    ports.set(`${host}:${port}`, (server.address() as AddressInfo).port)
  }

  return {
    proxy,
    reach: ({ host, port }: { host: string; port: number }) => ({
      host: '127.0.0.1',
      port: ports.get(`${host}:${port}`) ?? 1,
    }),
    refuse: () => {
      refusing = true
      for (const socket of sockets) socket.destroy()
    },
    /** Accepts connections but passes nothing on until `open`, like a stopped server. */
    stall: () => {
      isStalled = true
    },
    open: () => {
      refusing = false
      isStalled = false
      for (const deliver of held.splice(0)) deliver()
    },
    /** Drops all traffic of existing connections without closing them. */
    swallow: () => {
      for (const socket of sockets) halfOpen.add(socket)
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      for (const server of servers) server.close()
    },
  }
}
