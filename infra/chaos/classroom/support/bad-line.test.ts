import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from '@jest/globals'
import { type BadLine, createBadLine, goodLine } from './bad-line.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that sends back what it gets, over the line. */
async function echo(line: BadLine): Promise<Socket> {
  const server: Server = createServer((socket) => socket.pipe(socket).on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const socket = connect(await line.tcp(address.port), '127.0.0.1')
  ends.push(
    () => server.close(),
    () => line.close(),
    () => socket.destroy(),
  )
  await once(socket, 'connect')
  return socket
}

async function read(socket: Socket, length: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (let size = 0; size < length; ) {
    // `as`: a socket without an encoding gives buffers
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    chunks.push(chunk)
    size += chunk.length
  }
  return Buffer.concat(chunks)
}

it('a stream comes complete and in order over a line that loses packets, at its rate and with its delay', async () => {
  const line = createBadLine({ ...goodLine, kbps: 400, delayMs: 30, jitterMs: 20, loss: 0.2 })
  const socket = await echo(line)
  const sent = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251))
  const began = performance.now()
  socket.write(sent)
  expect((await read(socket, sent.length)).equals(sent)).toBe(true)
  // 10 kB at 400 kbit/s are 200 ms, and the delay comes twice
  expect(performance.now() - began).toBeGreaterThan(250)
  expect(line.bytes()).toEqual({ up: 10_000, down: 10_000 })
})

it('an outage closes nothing: what was written meanwhile comes afterwards', async () => {
  const line = createBadLine(goodLine)
  const socket = await echo(line)
  line.set({ down: true })
  socket.write('while down')
  let came = false
  socket.once('data', () => {
    came = true
  })
  await sleep(200)
  expect(came).toBe(false)
  const answer = read(socket, 10)
  line.set({ down: false })
  expect(String(await answer)).toBe('while down')
})
