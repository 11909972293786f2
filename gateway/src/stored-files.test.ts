import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { serveHttp } from '@darsi/kit/testing/testing.ts'
import { raw } from '@darsi/kit/testing/wire.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import express, { type ErrorRequestHandler } from 'express'
import { createStoredFiles, filesFrom } from './stored-files.ts'

let now = 0
let version = 1
let seen: { url: string; headers: IncomingHttpHeaders }[] = []
let isDown = false
let url = ''
let port = 0
const closing: (() => void)[] = []

async function serve(handle: RequestListener): Promise<number> {
  const { port, close } = await serveHttp(handle)
  closing.push(close)
  return port
}

/** A static server: the page, an asset with a hash in its name, one large file, and a page that says nothing about itself. */
const files: RequestListener = ({ url: path = '', headers }, response) => {
  if (isDown) {
    response.destroy()
    return
  }
  seen.push({ url: path, headers })
  const etag = `W/"${version}-${headers['accept-encoding']}"`
  if (path.startsWith('/lost')) response.statusCode = 404
  if (path !== '/plain') response.setHeader('ETag', etag).setHeader('Vary', 'Accept-Encoding')
  response.setHeader('Content-Type', 'text/html;charset=utf-8')
  const isAsset = path.startsWith('/assets/')
  response.setHeader('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (headers['if-none-match'] === etag) {
    response.writeHead(304).end()
    return
  }
  const body = path === '/large' ? 'é'.repeat(200_000) : `été ${version} ${headers['accept-encoding']}`
  response.setHeader('Content-Encoding', headers['accept-encoding'] === 'br' ? 'identity' : 'none')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(body)
}

beforeEach(async () => {
  const upstream = `http://127.0.0.1:${await serve(files)}`
  const app = express().disable('etag')
  app.use(
    filesFrom(
      upstream,
      createStoredFiles(),
      () => new Error('down'),
      () => now,
    ),
  )
  app.use(((_error, _request, response, _next) => {
    response.status(503).end()
  }) as ErrorRequestHandler)
  port = await serve(app)
  url = `http://127.0.0.1:${port}`
  now = 1_000_000
  version = 1
  isDown = false
  seen = []
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const get = async (path: string, encoding = 'identity', more: Record<string, string> = {}) => {
  const lines = Object.entries({ Host: 'x', Connection: 'close', 'Accept-Encoding': encoding, ...more })
  const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')
  const answer = await raw(port, `GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`)
  // read as latin1
  return { ...answer, body: Buffer.from(answer.body, 'latin1').toString() }
}

describe('a public file', () => {
  it('is read once per encoding and then served from memory', async () => {
    for (let again = 0; again < 3; again++) {
      expect((await get('/')).body).toBe('été 1 identity')
      expect((await get('/', 'gzip, deflate, br')).body).toBe('été 1 br')
      expect((await get('/', 'gzip')).body).toBe('été 1 gzip')
    }
    expect(seen).toHaveLength(3)
    const { head } = await get('/', 'br')
    expect(head.toLowerCase()).toMatch(/etag: w\/"1-br"/)
    expect(head.toLowerCase()).toMatch(/vary: accept-encoding/)
    expect(head.toLowerCase()).toMatch(/content-length: 10\r/)
  })

  it('is not sent again to a browser that has it', async () => {
    await get('/', 'br')
    const { status, head, body } = await get('/', 'br', { 'If-None-Match': '"old", W/"1-br"' })
    expect([status, body]).toEqual([304, ''])
    expect(head.toLowerCase()).toMatch(/etag: w\/"1-br"/)
    expect((await get('/', 'br', { 'If-None-Match': '"old"' })).status).toBe(200)
    expect(seen).toHaveLength(1)
  })

  it('is revalidated after a second by its ETag; a new build is served at once', async () => {
    await get('/')
    now += 1001
    expect((await get('/')).body).toBe('été 1 identity')
    expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"1-identity"'])
    version = 2
    now += 1001
    expect((await get('/', 'identity', { 'If-None-Match': 'W/"1-identity"' })).body).toBe('été 2 identity')
    expect((await get('/')).body).toBe('été 2 identity')
    expect(seen).toHaveLength(3)
  })

  it('with a hash in its name is never revalidated', async () => {
    await get('/assets/a.0123.js')
    now += 3_600_000
    expect((await get('/assets/a.0123.js')).body).toBe('été 1 identity')
    expect(seen).toHaveLength(1)
  })

  it('that is large is served completely, on the first request and later', async () => {
    const texts = await Promise.all([1, 2].map(async () => (await fetch(`${url}/large`)).text()))
    const later = await (await fetch(`${url}/large`)).text()
    expect([...texts, later].every((text) => text === 'é'.repeat(200_000))).toBe(true)
  })

  it('passes through with a query, a range, without an ETag, or when it is missing', async () => {
    for (const path of ['/?a=1', '/plain', '/lost']) {
      await get(path)
      await get(path)
    }
    await get('/', 'identity', { Range: 'bytes=0-1' })
    expect(seen.map((one) => one.url)).toEqual(['/?a=1', '/?a=1', '/plain', '/plain', '/lost', '/lost', '/'])
  })

  it('is not answered while its server is away for more than a second', async () => {
    await get('/')
    isDown = true
    expect((await get('/')).status).toBe(200)
    now += 1001
    expect((await get('/')).status).toBe(503)
    expect((await get('/')).status).toBe(503)
    isDown = false
    expect((await get('/')).status).toBe(200)
  })

  it('has a head without a body', async () => {
    await get('/')
    const { status, headers } = await fetch(url, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    })
    expect([status, headers.get('content-length')]).toEqual([200, '16'])
    expect(seen).toHaveLength(1)
  })
})

it('the cache is bounded: the least recently used file is removed first', () => {
  const stored = createStoredFiles(5000)
  const file = { etag: 'x', headers: [], body: 'x'.repeat(500), length: 500, isImmutable: true, checkedAt: 0 }
  for (const key of ['a', 'b', 'c']) stored.put(key, file)
  expect(stored.find('a')).toBeDefined()
  stored.put('d', file)
  expect(['a', 'b', 'c', 'd'].map((key) => stored.find(key) !== undefined)).toEqual([true, false, true, true])
  expect(stored.bytes()).toBe(4500)
  stored.remove('a')
  expect(stored.bytes()).toBe(3000)
})
