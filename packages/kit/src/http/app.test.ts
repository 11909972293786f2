import { endpoints, ok } from '@darsi/contracts/calls/endpoint.ts'
import { afterAll, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import * as z from 'zod'
import type { IdentityVerifier } from '../identity/identity.ts'
import { createMetrics } from '../observability/metrics.ts'
import { eventually, serve, silentLog, someone, testGateway } from '../testing/testing.ts'
import { createApp } from './app.ts'
import { problem } from './problem.ts'
import { type Route, route, success } from './route.ts'
import { type RecordView, refuseUnaudited, type View } from './view-record.ts'

const table = endpoints({
  'GET /things/:id': {
    summary: 'one thing',
    access: ['teacher'],
    live: [],
    answer: ok(z.object({ id: z.string() })),
    problems: [],
  },
  'DELETE /things/:id': {
    summary: 'no thing any more',
    access: ['teacher'],
    fresh: true,
    answer: ok(z.object({})),
    problems: [],
  },
  'POST /things': {
    summary: 'a new thing',
    access: 'public',
    body: z.strictObject({ name: z.string().max(5) }),
    answer: ok(z.object({ name: z.string() })),
    status: 201,
    problems: ['login-failed'],
  },
})

const uploads = endpoints({
  'PUT /file': { summary: 'one file', access: 'public', file: true, answer: ok(z.number()), problems: [] },
})

const routes = [
  route(table, 'GET /things/:id', async ({ params, identity }) =>
    success({ id: `${params.id} for ${identity.role}` }),
  ),
  route(table, 'DELETE /things/:id', async () => success({})),
  route(table, 'POST /things', async ({ body }) => {
    if (body.name === 'no') throw problem('login-failed')
    if (body.name === 'boom') throw new Error('secret detail')
    if (body.name === 'away') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    if (body.name === 'busy') throw problem('unavailable', { cause: new Error('no Redis for a@b.tn') })
    return success({ name: body.name })
  }),
]

async function start(served: readonly Route[] = routes, { log = silentLog, now = Date.now } = {}) {
  const gateway = await testGateway('things')
  const app = createApp({
    table,
    routes: served,
    verifyIdentity: gateway.verifyIdentity,
    log,
    metrics: createMetrics('things'),
    ready: async () => {},
    now,
  })
  return serve(app, gateway)
}

const lists = endpoints({
  'GET /admin/people': {
    summary: 'people',
    access: ['admin'],
    audited: { action: 'users.listed', ids: ['id', 'parent.id'] },
    live: [],
    query: z.strictObject({ q: z.string().optional() }),
    answer: ok(z.array(z.object({ id: z.string(), parent: z.object({ id: z.string() }).nullable() }))),
    problems: [],
  },
})

describe('an answer for administrators', () => {
  const people = [
    { id: 'a', parent: { id: 'b' } },
    { id: 'b', parent: null },
  ]
  const begin = async (recordView?: RecordView) => {
    const gateway = await testGateway('things')
    const app = createApp({
      table: lists,
      routes: [route(lists, 'GET /admin/people', async () => success(people))],
      verifyIdentity: gateway.verifyIdentity,
      log: silentLog,
      metrics: createMetrics('things'),
      ready: async () => {},
      now: Date.now,
      ...(recordView && { recordView }),
    })
    return serve(app, gateway)
  }

  it('is sent only after its entry with the ids shown and the words searched', async () => {
    const [views, admin] = [[] as View[], someone('admin')]
    const served = await begin(async (view) => {
      if (view.words === 'broken') throw new Error('no audit log')
      views.push(view)
    })
    expect((await served.call('GET /admin/people?q=Ben', { as: admin })).status).toBe(200)
    const entry = { action: 'users.listed', by: admin.userId, target: '', shown: ['a', 'b'], words: 'Ben' }
    expect(views).toMatchObject([entry])
    const refused = await served.call('GET /admin/people?q=broken', { as: admin })
    expect([refused.status, refused.body['data']]).toEqual([500, undefined])
    expect((await served.call('GET /admin/people', { as: someone('teacher') })).status).toBe(403)
    expect(views).toHaveLength(1)
    await served.close()
  })

  it('stops the start of a service that cannot record it or does not declare it', async () => {
    await expect(begin()).rejects.toThrow('without an entry in the audit log: GET /admin/people')
    const { audited: _, ...undeclared } = lists['GET /admin/people']
    expect(() => refuseUnaudited({ 'GET /admin/people': undeclared }, async () => {})).toThrow(
      'GET /admin/people',
    )
  })
})

const things = await start()
afterAll(() => things.close())

describe('a service', () => {
  it('refuses to start when a declared endpoint is not served', async () => {
    await expect(start(routes.slice(1))).rejects.toThrow('declared but not served: GET /things/:id')
  })

  it('refuses to start with a route that has no access policy', () => {
    const open = { 'GET /open': { ...table['POST /things'] } }
    Object.assign(open['GET /open'], { access: undefined })
    expect(() => route(open, 'GET /open', () => Promise.reject(new Error('not called')))).toThrow(
      'no access policy',
    )
  })

  it('refuses a call without the identity that the gateway signs', async () => {
    const response = await fetch(`${things.url}/things`, { method: 'POST' })
    expect(response.status).toBe(401)
  })

  it('asks for the password again where it was proven more than ten minutes ago', async () => {
    const now = Math.floor(Date.now() / 1000)
    const remove = (seconds: number, role: 'teacher' | 'student' = 'teacher') =>
      things.call('DELETE /things/7', { as: { ...someone(role), authTime: now - seconds } })
    expect((await remove(590)).status).toBe(200)
    const refused = await remove(630)
    expect(refused.status).toBe(403)
    expect(refused.body['code']).toBe('REAUTHENTICATION_REQUIRED')
    expect((await remove(630, 'student')).body['code']).toBe('FORBIDDEN')
  })

  it('judges that by the clock of all processes, not by its own', async () => {
    const hour = 3_600_000
    const things = await start(routes, { now: () => Date.now() - hour })
    const provenAt = (ms: number) => ({ ...someone('teacher'), authTime: Math.floor(ms / 1000) })
    const remove = async (ms: number) => (await things.call('DELETE /things/7', { as: provenAt(ms) })).status
    expect(await remove(Date.now() - hour - 590_000)).toBe(200)
    expect(await remove(Date.now() - hour - 630_000)).toBe(403)
    await things.close()
  })

  it('answers 401 to nobody, 403 to another role and the data to the right one', async () => {
    expect((await things.call('GET /things/7')).status).toBe(401)
    expect((await things.call('GET /things/7', { as: someone('student') })).status).toBe(403)
    const answer = await things.call('GET /things/7', { as: someone('teacher') })
    expect(answer.body).toEqual({ success: true, data: { id: '7 for teacher' } })
  })

  it('does not measure the duration of live streams and files', async () => {
    const files = endpoints({
      'GET /live': { summary: 'live events', access: 'public', answer: ok(z.object({})), problems: [] },
      'GET /rows.csv': { summary: 'a file', access: 'public', answer: ok(z.object({})), problems: [] },
      'GET /short': { summary: 'an answer', access: 'public', answer: ok(z.object({})), problems: [] },
    })
    const metrics = createMetrics('things')
    const gateway = await testGateway('things')
    const send = (key: 'GET /live' | 'GET /rows.csv', type: string) =>
      route(files, key, async ({ response }) => {
        response.type(type).end('row')
        return { success: true as const, data: {} }
      })
    const app = createApp({
      table: files,
      routes: [
        send('GET /live', 'text/event-stream'),
        send('GET /rows.csv', 'text/csv'),
        route(files, 'GET /short', async () => success({})),
      ],
      verifyIdentity: gateway.verifyIdentity,
      log: silentLog,
      metrics,
      ready: async () => {},
      now: Date.now,
    })
    const things = await serve(app, gateway)
    for (const path of ['/live', '/rows.csv', '/short'])
      expect(
        (await fetch(`${things.url}${path}`, { headers: await gateway.headersFor(someone('student')) }))
          .status,
      ).toBe(200)
    await eventually(async () => (await metrics.registry.metrics()).includes('route="GET /short"'))
    expect(await metrics.registry.metrics()).not.toMatch(/route="GET \/(live|rows)/)
    await things.close()
  })

  it('refuses an identity that was signed for another service', async () => {
    const other = await testGateway('other')
    const headers = await other.headersFor(someone('teacher'))
    expect((await things.call('GET /things/7', { headers })).status).toBe(401)
  })

  it('names what is wrong with a body and refuses unknown fields', async () => {
    const answer = await things.call('POST /things', { body: { name: 'too long', role: 'admin' } })
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toBe('Please check: Name (at most 5 characters), role')
  })

  it('answers problems as problem documents in the caller’s language', async () => {
    const answer = await things.call('POST /things', {
      body: { name: 'no' },
      headers: { 'accept-language': 'fr-TN' },
    })
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.body).toMatchObject({
      success: false,
      error: 'Échec de la connexion. Veuillez vérifier vos identifiants.',
      code: 'LOGIN_FAILED',
      type: '/problems/login-failed',
      status: 401,
    })
  })

  it('hides the detail of an unexpected failure', async () => {
    const answer = await things.call('POST /things', { body: { name: 'boom' } })
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toContain('secret')
  })

  it('logs what was to be expected as a warning without a stack, and what was not as an error with one', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
    const things = await start(routes, { log })
    const warn = 40
    const error = 50
    expect((await things.call('POST /things', { body: { name: 'busy' } })).status).toBe(503)
    await eventually(() => lines.length === 2)
    expect(lines.map(({ level }) => level)).toEqual([warn, warn])
    expect(lines[0]).toMatchObject({ reason: 'Error: no Redis for [hidden]', msg: 'not available' })
    expect(JSON.stringify(lines)).not.toMatch(/stack|a@b/)
    const away = await things.call('POST /things', { body: { name: 'away' } })
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
    await eventually(() => lines.length === 4)
    expect(lines.slice(2).map(({ level }) => level)).toEqual([warn, warn])
    expect((await things.call('POST /things', { body: { name: 'boom' } })).status).toBe(500)
    await eventually(() => lines.length === 6)
    expect(lines.slice(4).map(({ level }) => level)).toEqual([error, error])
    expect(JSON.stringify(lines[4])).toContain('stack')
    await things.close()
  })

  it.each([
    ['not JSON', '{"name":', 'application/json', 400],
    ['another type', 'name=x', 'application/x-www-form-urlencoded', 415],
    ['100 kB', JSON.stringify({ name: 'x'.repeat(110_000) }), 'application/json', 413],
  ])('answers a body that is %s with its status', async (_what, body, type, status) => {
    const raw = await things.raw('POST', '/things', body, type)
    expect(raw.status).toBe(status)
  })
})

describe('a call that takes a file', () => {
  const gateway = testGateway('things')
  const begin = async (verify?: IdentityVerifier) => {
    const verifyIdentity = verify ?? (await gateway).verifyIdentity
    const served = [route(uploads, 'PUT /file', async ({ body }) => success(body.length))]
    const metrics = createMetrics('things')
    const options = { verifyIdentity, log: silentLog, metrics, ready: async () => {}, now: Date.now }
    const app = createApp({ table: uploads, routes: served, ...options })
    return serve(app, await gateway)
  }
  const send = async (url: string, body: Uint8Array<ArrayBuffer>, type: string) => {
    const headers = { ...(await (await gateway).headersFor(null)), 'content-type': type }
    const answer = await fetch(`${url}/file`, { method: 'PUT', headers, body })
    return { status: answer.status, body: await answer.json() }
  }

  it('gets its bytes as they are', async () => {
    const served = await begin()
    const { body } = await send(served.url, new Uint8Array(300_000), 'application/pdf')
    expect(body).toMatchObject({ data: 300_000 })
    await served.close()
  })

  it.each([
    ['JSON', 'application/json', 2, 415, 'FILE_TYPE_REFUSED'],
    ['a page', 'text/html', 2, 415, 'FILE_TYPE_REFUSED'],
    ['more than 10 MB', 'image/png', 10 * 1024 * 1024 + 1, 413, 'FILE_TOO_LARGE'],
  ])('refuses %s', async (_name, type, length, status, code) => {
    const served = await begin()
    expect(await send(served.url, new Uint8Array(length), type)).toMatchObject({ status, body: { code } })
    await served.close()
  })

  it('whose sender leaves while the identity is verified takes no place from later uploads', async () => {
    const { verifyIdentity } = await gateway
    let waiting = 0
    let left = 0
    const served = await begin(async (token) => {
      if (waiting < 8) {
        waiting++
        await eventually(() => left === 8)
      }
      return verifyIdentity(token)
    })
    served.server.on('request', (_request, response) => response.once('close', () => left++))
    const headers = { ...(await (await gateway).headersFor(null)), 'content-type': 'image/png' }
    const leaving = new AbortController()
    const init = { method: 'PUT', headers, body: new Uint8Array(100), signal: leaving.signal }
    const aborted = Array.from({ length: 8 }, () => fetch(`${served.url}/file`, init).catch(() => {}))
    await eventually(() => waiting === 8)
    leaving.abort()
    await Promise.all(aborted)
    await eventually(() => left === 8)
    // longer than the pauses of eventually(): the calls have been verified
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await send(served.url, new Uint8Array(100), 'image/png')).toMatchObject({ status: 200 })
    await served.close()
  })
})
