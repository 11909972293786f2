import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { boardPath } from '@darsi/contracts/rules/board-socket.ts'
import { rateLimited } from '@darsi/kit/http/problem.ts'
import { createIdentitySigner, createIdentityVerifier, identityHeader } from '@darsi/kit/identity/identity.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { eventually, silentLog, testKeys } from '@darsi/kit/testing/testing.ts'
import { raw } from '@darsi/kit/testing/wire.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { listenPublicly } from '../src/server.ts'
import { createUpgrades } from '../src/upgrades.ts'

const publicUrl = 'https://darsi.example'
const ticket = 'a'.repeat(43)
const seen: IncomingMessage[] = []
let [port, attemptsLeft] = [0, Number.POSITIVE_INFINITY]
let [classroom, gateway]: (Server | undefined)[] = []
let verify: ReturnType<typeof createIdentityVerifier>
let upgrades: ReturnType<typeof createUpgrades>
let checks = Promise.resolve()

/** Takes the place of classroom: accepts every upgrade except those with a used ticket, and echoes what it reads. */
async function startUpstream(): Promise<Server> {
  const server = createServer()
  server.on('upgrade', (request, socket, first) => {
    seen.push(request)
    if (request.headers['sec-websocket-protocol']?.includes('ticket.spent')) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    socket.write(first)
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return server
}
// `as`: a listening TCP server always has an AddressInfo
const portOf = (server: Server) => (server.address() as AddressInfo).port

async function startGateway(classroomUrl: string) {
  const keys = await testKeys()
  verify = createIdentityVerifier('classroom', keys.public)
  upgrades = createUpgrades({
    ...{ classroomUrl, publicUrl, trustedHops: 0, log: silentLog, metrics: createMetrics('gateway') },
    sign: await createIdentitySigner(keys.private),
    limit: async () => {
      await checks
      if (attemptsLeft-- <= 0) throw rateLimited(1000)
    },
    maxOpen: { perAddress: 3, all: 10 },
  })
  const listening = await listenPublicly((_request, response) => response.end('page'), {
    ...{ port: 0, host: '127.0.0.1', headers: {}, upgrade: upgrades.handle },
  })
  return listening.server
}

beforeAll(async () => {
  classroom = await startUpstream()
  gateway = await startGateway(`http://127.0.0.1:${portOf(classroom)}`)
  port = portOf(gateway)
})
afterAll(() => {
  upgrades.closeAll()
  gateway?.closeAllConnections()
  gateway?.close()
  classroom?.close()
})

const head = (path: string, headers: Record<string, string> = {}) => {
  const all = {
    ...{ Host: 'darsi.example', Connection: 'Upgrade', Upgrade: 'websocket', Origin: publicUrl },
    'Sec-WebSocket-Protocol': `darsi.board, ticket.${ticket}`,
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
const attempt = async (path: string, headers?: Record<string, string>) =>
  (await raw(port, head(path, headers), 400)).status

describe('an upgrade', () => {
  it('reaches classroom with an identity of the gateway’s, and nothing that the client claims', async () => {
    const forged = { [identityHeader]: 'forged', Cookie: 'refresh=secret', Authorization: 'Bearer x' }
    const { status, body } = await raw(port, `${head(boardPath, forged)}hello`, 400)
    expect([status, body]).toEqual([101, 'hello'])
    const headers: IncomingMessage['headers'] = seen.at(-1)?.headers ?? {}
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).toMatchObject({ 'x-client-ip': '127.0.0.1', 'x-request-id': expect.any(String) })
    expect(await verify(String(headers[identityHeader]))).toBeNull()
  })

  it.each([
    ['no ticket', 401, boardPath, { 'Sec-WebSocket-Protocol': 'darsi.board' }],
    ['a used ticket', 401, boardPath, { 'Sec-WebSocket-Protocol': `darsi.board, ticket.spent${ticket}` }],
    ['no media token', 401, '/rtc/v1?auto_subscribe=1', {}],
    ['another site', 403, boardPath, { Origin: 'https://evil.example' }],
    ['a site of the same name, without TLS', 403, boardPath, { Origin: 'http://darsi.example' }],
    ['no origin', 403, boardPath, { Origin: '' }],
    ['an unknown path', 404, '/ws/other', {}],
    ['a path below', 404, `${boardPath}/x`, {}],
    ['a hidden path', 400, '/ws/%2e%2e/internal', {}],
  ])('with %s is answered %i', async (_, status, path, headers) => {
    expect(await attempt(path, headers)).toBe(status)
  })

  it('to something else than a web socket is no upgrade', async () => {
    const { status, body } = await raw(port, head(boardPath, { Upgrade: 'h2c' }), 400)
    expect([status, body]).toEqual([200, 'page'])
  })

  it('is refused while the address has all its sockets open, and accepted after one has closed', async () => {
    const open = [1, 2, 3].map(() => raw(port, head(boardPath), 800))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await attempt(boardPath)).toBe(429)
    await Promise.all(open)
    await eventually(async () => (await attempt(boardPath)) === 101)
  })

  it('of a caller that leaves during its checks keeps no place', async () => {
    const { promise, resolve: passChecks } = Promise.withResolvers<void>()
    checks = promise
    const before = seen.length
    const callers = [1, 2, 3].map(() => connect({ port, host: '127.0.0.1' }))
    const leaving = callers.map(async (caller) => {
      await new Promise<void>((resolve) => caller.write(head(boardPath), () => resolve()))
      await new Promise((resolve) => setTimeout(resolve, 200))
      caller.resetAndDestroy()
    })
    await Promise.all(leaving)
    await new Promise((resolve) => setTimeout(resolve, 200))
    passChecks()
    expect(await attempt(boardPath)).toBe(101)
    expect(seen).toHaveLength(before + 1)
  })

  it('is refused after too many attempts, whatever they were', async () => {
    attemptsLeft = 1
    expect(await attempt('/ws/other')).toBe(404)
    expect(await attempt(boardPath)).toBe(429)
    attemptsLeft = Number.POSITIVE_INFINITY
  })

  it.each([
    ['a refused upgrade', () => head('/ws/other')],
    ['a request that is not HTTP', () => 'nonsense\r\n\r\n'],
  ])('that ends as %s is closed although the client keeps its side open', async (_, request) => {
    const own = await startGateway('http://127.0.0.1:1')
    let isClosed = false
    own.on('connection', (socket) => {
      socket.once('close', () => {
        isClosed = true
      })
    })
    const client = connect({ port: portOf(own), host: '127.0.0.1', allowHalfOpen: true }, () =>
      client.write(request()),
    )
    await new Promise((resolve) => client.once('data', resolve))
    try {
      await eventually(() => isClosed, 3000)
    } finally {
      client.destroy()
      own.close()
    }
  })

  it('is answered 503 once the gateway is stopping', async () => {
    if (!classroom) throw new Error('not started')
    const stopping = await startGateway(`http://127.0.0.1:${portOf(classroom)}`)
    expect((await raw(portOf(stopping), head(boardPath), 400)).status).toBe(101)
    upgrades.closeAll()
    expect((await raw(portOf(stopping), head(boardPath), 400)).status).toBe(503)
    stopping.close()
  })

  it('is answered 503 while classroom is away', async () => {
    const alone = await startGateway('http://127.0.0.1:1')
    expect((await raw(portOf(alone), head(boardPath), 400)).status).toBe(503)
    alone.close()
  })
})
