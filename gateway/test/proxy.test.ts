import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { afterEach, describe, expect, it } from '@jest/globals'
import express from 'express'
import { proxyTo } from '../src/proxy.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // `as`: a listening TCP server always has an AddressInfo
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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
