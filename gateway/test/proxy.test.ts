import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
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

  it('is told to the caller when the request writes: it may have been done', async () => {
    const { url, seen } = await behindDying()
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(503)
    expect(seen).toEqual(['POST'])
  })
})
