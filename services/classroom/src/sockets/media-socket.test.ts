import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { raw } from '@darsi/kit/testing/wire.ts'
import { expect, it } from '@jest/globals'
import { joinEngine } from './media-socket.ts'
import { createSocketRegistry } from './socket-registry.ts'

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  // `as`: a listening TCP server always has an AddressInfo
  return (server.address() as AddressInfo).port
}

it('a media engine that accepts and never answers holds no socket', async () => {
  const held = new Set<Socket>()
  const engine = createServer((socket) => {
    held.add(socket.resume())
    socket.on('error', () => {})
    socket.on('close', () => held.delete(socket))
  })
  const url = `http://127.0.0.1:${await portOf(engine)}`
  const registry = createSocketRegistry()
  const seat = { sessionId: 's1', userId: 'u1', device: 'd1' }
  const classroom = createHttpServer()
  classroom.on('upgrade', (request, socket, head) =>
    joinEngine({ request, socket, head }, { url, seat, registry }),
  )
  const port = await portOf(classroom)
  const request = 'GET /rtc HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  try {
    const { status } = await raw(port, request, 8000)
    expect([status, registry.count()]).toEqual([503, 0])
    await eventually(() => held.size === 0, 1000)
  } finally {
    for (const socket of held) socket.destroy()
    engine.close()
    classroom.closeAllConnections()
    classroom.close()
  }
}, 15_000)
