import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { outerTables } from '@darsi/contracts/calls/tables.ts'
import { eventually, serveHttp } from '@darsi/kit/testing/testing.ts'
import { afterEach, describe, expect, it } from '@jest/globals'
import express, { type RequestHandler } from 'express'
import { createComposer } from '../src/compose.ts'
import { pipeTo } from '../src/pipe.ts'
import { proxyTo } from '../src/proxy.ts'
import { compileRoutes } from '../src/routes.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(handle: RequestListener): Promise<string> {
  const { url, close } = await serveHttp(handle)
  closing.push(close)
  return url
}

/** A replica that drops its first request, like a killed one. */
async function behindDying() {
  const seen: string[] = []
  const upstream = await serve((request, response) => {
    seen.push(request.method ?? '')
    if (seen.length === 1) request.socket.resetAndDestroy()
    else response.end('ok')
  })
  const app = express()
  app.use(proxyTo(upstream, () => new Error('down')))
  app.use(((_error, _request, response, _next) => {
    response.status(503).end()
  }) as express.ErrorRequestHandler)
  return { url: await serve(app), seen }
}

describe('a replica that goes away under a request', () => {
  it('is replaced by another one when the request only reads', async () => {
    const { url, seen } = await behindDying()
    expect((await fetch(url)).status).toBe(200)
    expect(seen).toEqual(['GET', 'GET'])
  })

  it('is reported to the caller when the request writes, because the write may have happened', async () => {
    const { url, seen } = await behindDying()
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(503)
    expect(seen).toEqual(['POST'])
  })
})

describe('an answer', () => {
  const large = 'é'.repeat(400_000)
  it.each([
    ['short', 'été', true],
    ['long', large, true],
    ['of unknown length', large, false],
  ])('that is %s arrives byte for byte', async (_, text, hasLength) => {
    const upstream = await serve((_request, response) => {
      if (hasLength) response.setHeader('content-length', Buffer.byteLength(text))
      response.write(text.slice(0, 1))
      setImmediate(() => response.end(text.slice(1)))
    })
    const url = await serve(express().use(proxyTo(upstream, () => new Error('down'))))
    expect((await (await fetch(url)).text()) === text).toBe(true)
  })

  it('whose reader disconnects is cancelled at the upstream too', async () => {
    let isLeft = false
    const upstream = await serve((_request, response) => {
      response.write('first')
      response.on('close', () => {
        isLeft = true
      })
    })
    const url = await serve(express().use(proxyTo(upstream, () => new Error('down'))))
    const leaving = new AbortController()
    await fetch(url, { signal: leaving.signal })
    leaving.abort()
    await eventually(() => isLeft)
  })
})

describe('a client that leaves while its call is checked', () => {
  /** The handler starts only after the client's connection has closed. */
  async function leavingBefore(handler: RequestHandler) {
    const app = express()
    const handled = new Promise<void>((resolve, reject) => {
      app.use((request, response, next) => {
        response.once('close', async () => {
          try {
            await handler(request, response, next)
            resolve()
          } catch (error) {
            reject(error)
          }
        })
      })
    })
    const { port } = new URL(await serve(app))
    const client = connect(Number(port), '127.0.0.1', () => {
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      setTimeout(() => client.destroy(), 50)
    })
    await handled
    await new Promise((resolve) => setTimeout(resolve, 200))
  }

  async function countingUpstream() {
    const asked: string[] = []
    const url = await serve((request, response) => {
      asked.push(request.url ?? '')
      response.end('x'.repeat(100_000))
    })
    return { asked, url }
  }

  it('is not forwarded', async () => {
    const { asked, url } = await countingUpstream()
    await leavingBefore(proxyTo(url, () => new Error('down')))
    expect(asked).toEqual([])
  })

  it('is not composed', async () => {
    const { asked, url } = await countingUpstream()
    const match = compileRoutes(outerTables)('GET', '/me/export')
    if (!match || !('target' in match)) throw new Error('no such route')
    const compose = createComposer({
      services: { auth: url, users: url, availability: url, classroom: url, admin: url, notifications: url },
      sign: async () => 'signed',
      findRoute: compileRoutes(),
    })
    const call = { target: match.target, identity: null, clientIp: '127.0.0.1', body: null }
    await leavingBefore((request, response) => compose(request, response, call))
    expect(asked).toEqual([])
  })
})

describe('the connections to an upstream', () => {
  const app = (forward: RequestHandler) =>
    express().use(forward, ((_error, _request, response, _next) => {
      if (response.headersSent) response.destroy()
      else response.status(503).end()
    }) as express.ErrorRequestHandler)

  it('are freed from a reader that stays connected and never reads', async () => {
    let isLeft = false
    const upstream = await serve((_request, response) => {
      response.on('close', () => {
        isLeft = true
      })
      const fill = () => {
        while (!response.destroyed && response.write('x'.repeat(100_000)));
      }
      response.on('drain', fill)
      fill()
    })
    const limits = { connections: 1, beginsWithinMs: 30_000, readsWithinMs: 300 }
    const { port } = new URL(await serve(app(pipeTo(upstream, () => new Error('down'), { limits }))))
    const client = connect(Number(port), '127.0.0.1').pause()
    client.on('error', () => client.destroy())
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(() => isLeft)
    client.destroy()
  })

  it('are not waited for without limit when all are busy', async () => {
    const asked: string[] = []
    const upstream = await serve((request, response) => {
      asked.push(request.url ?? '')
      setTimeout(() => response.end('late'), 600)
    })
    const limits = { connections: 1, beginsWithinMs: 200, readsWithinMs: 60_000 }
    const url = await serve(app(pipeTo(upstream, () => new Error('down'), { limits })))
    const first = fetch(`${url}/first`)
    await eventually(() => asked.length === 1)
    expect((await fetch(`${url}/second`)).status).toBe(503)
    // a call that has begun has the time of an answer
    expect((await first).status).toBe(200)
    expect((await fetch(`${url}/third`)).status).toBe(200)
    expect(asked).toEqual(['/first', '/third'])
  })
})
