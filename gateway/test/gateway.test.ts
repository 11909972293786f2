import { randomUUID } from 'node:crypto'
import { revokedBeforeKey, revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import { eventually, markRevocationsComplete, testKeys, testServers } from '@darsi/kit/testing/testing.ts'
import { raw } from '@darsi/kit/testing/wire.ts'
import { describe, expect, it } from '@jest/globals'
import { UnsecuredJWT } from 'jose'
import { gatewayOfFile, startGateway, tokenFrom } from './harness.ts'

const gateway = await gatewayOfFile()

const call = (path: string, init: RequestInit = {}) => fetch(`${gateway.url}${path}`, init)
const withToken = (token: string, init: RequestInit = {}) => ({
  ...init,
  headers: { ...init.headers, authorization: `Bearer ${token}` },
})
const json = (body: unknown, method = 'POST') => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const now = () => Math.floor(Date.now() / 1000)

describe('the public page of a teacher', () => {
  it('goes to users in the language of its address, without cookies and tokens', async () => {
    const token = await gateway.token()
    const urlOf = async (path: string, headers: Record<string, string> = {}) => {
      const before = gateway.seen.length
      await call(path, withToken(token, { headers: { cookie: 'refresh=secret', ...headers } }))
      const [seen] = gateway.seen.slice(before)
      expect([seen?.headers.cookie, seen?.headers.authorization]).toEqual([undefined, undefined])
      return [seen?.upstream, seen?.url, seen?.headers['if-none-match']]
    }
    expect(await urlOf('/teachers/karim-jaziri')).toEqual([
      'users',
      '/teacher-pages/karim-jaziri?language=en',
      undefined,
    ])
    // a reader who has the page asks again by its ETag
    expect(await urlOf('/fr/teachers/karim-jaziri', { 'if-none-match': '"x"' })).toEqual([
      'users',
      '/teacher-pages/karim-jaziri?language=fr',
      '"x"',
    ])
    expect(await urlOf('/ar/teachers/a-b?language=en')).toEqual([
      'users',
      '/teacher-pages/a-b?language=ar',
      undefined,
    ])
    expect((await urlOf('/teachers/karim-jaziri/photo'))[1]).toBe('/teacher-pages/karim-jaziri/photo')
    expect((await urlOf('/teachers-sitemap.xml'))[1]).toBe('/teacher-pages')
    for (const path of ['/teachers', '/teachers/KARIM', '/teachers/a/b', '/de/teachers/a-b'])
      expect([path, (await urlOf(path))[0]]).toEqual([path, 'shell'])
  })

  it('is only read, and paused in the language of its address while users is away', async () => {
    expect((await call('/teachers/karim-jaziri', { method: 'POST' })).status).toBe(405)
    const own = await startGateway()
    await own.stop('users')
    const paused = async (path: string) => {
      const answer = await fetch(own.url + path, { headers: { 'accept-language': 'ar' } })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      return answer.text()
    }
    expect(await paused('/fr/teachers/karim-jaziri')).toContain('<html lang="fr"')
    expect(await paused('/teachers/karim-jaziri')).toContain('<html lang="ar"')
    await own.close()
  })
})

describe('a call that is made of several services’ calls', () => {
  const parts = ['admin', 'auth', 'users', 'availability', 'classroom', 'notifications']

  it('asks each of them in the caller’s name and answers one file', async () => {
    const userId = randomUUID()
    const before = gateway.seen.length
    const answer = await call('/api/me/export', withToken(await gateway.token({ userId })))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="darsi-my-data.json"')
    expect(await answer.json()).toMatchObject({
      exportedAt: expect.any(String),
      administration: { upstream: 'admin', url: '/me/export/administration' },
      account: { upstream: 'auth' },
      profile: { upstream: 'users' },
      lessons: { upstream: 'availability' },
      classroom: { upstream: 'classroom' },
      mails: { upstream: 'notifications' },
    })
    const seen = gateway.seen.slice(before)
    expect(seen.map(({ upstream }) => upstream)).toEqual(parts)
    for (const { upstream, headers } of seen) {
      const identity = String(headers['x-darsi-identity'])
      await expect(gateway.identityFor(upstream)(identity)).resolves.toMatchObject({ userId })
      expect(headers.authorization).toBeUndefined()
    }
  })

  it('is refused like any other: nobody, and a password proven too long ago', async () => {
    expect((await call('/api/me/export')).status).toBe(401)
    const stale = await gateway.token({ authTime: now() - 3600 })
    expect((await call('/api/me/export', withToken(stale))).status).toBe(403)
    const superAdmin = await gateway.token({ role: 'super-admin', authTime: now() - 3600 })
    const backup = withToken(superAdmin, json({ passphrase: 'quatre oliviers et un puits' }))
    expect((await call('/api/superadmin/backups', backup)).status).toBe(403)
  })

  it('is 503 instead of incomplete while one of the services is down', async () => {
    const own = await startGateway()
    await own.stop('notifications')
    const init = withToken(await own.token())
    const answer = await fetch(`${own.url}/api/me/export`, init)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ success: false })
    await own.close()
  })

  it('asks for a section of a backup when the one before has ended, and breaks off where one is away', async () => {
    const own = await startGateway()
    const body = { passphrase: 'quatre oliviers et un puits' }
    const init = { ...json(body), ...withToken(await own.token({ role: 'super-admin' })) }
    const headers = { ...json(body).headers, ...init.headers }
    const backup = (part = '') => fetch(`${own.url}/api/superadmin/backups${part}`, { ...init, headers })
    const order = ['admin', 'auth', 'users', 'availability', 'classroom', 'notifications', 'admin']
    // sections after the first are refused, because only the first writes to the audit log
    expect((await backup('/users')).status).toBe(404)
    const answer = await backup()
    expect(await answer.text()).toBe(order.map((name) => `${name};`).join(''))
    expect(own.seen.map(({ upstream }) => upstream)).toEqual(order.flatMap((name) => [name, `${name} ended`]))
    await own.stop('users')
    const half = await backup()
    expect(half.status).toBe(200)
    await expect(half.text()).rejects.toThrow()
    await own.close()
  })

  it('writes a backup to its end although the password was proven ten minutes before its last section', async () => {
    const own = await startGateway({ sectionMs: 400 })
    // one to two seconds are left at the start, and the last section starts after 2.4
    const token = await own.token({ role: 'super-admin', authTime: now() - 598 })
    const init = withToken(token, json({ passphrase: 'quatre oliviers et un puits' }))
    const answer = await fetch(`${own.url}/api/superadmin/backups`, init)
    expect(await answer.text()).toMatch(/notifications;admin;$/)
    await own.close()
  })
})

describe('calls', () => {
  it.each([
    ['POST', '/api/auth/login', 'auth', '/auth/login'],
    ['GET', '/api/statistics/basic?x=1', 'admin', '/statistics/basic?x=1'],
    ['GET', '/', 'shell', '/'],
    ['GET', '/fr/about?ref=%2e%2e', 'shell', '/fr/about?ref=%2e%2e'],
    ['GET', '/remotes/student/assets/a.js', 'student', '/assets/a.js'],
    ['GET', '/API/auth/login', 'shell', '/API/auth/login'],
  ])('%s %s goes to %s', async (method, path, upstream, url) => {
    await call(path, method === 'POST' ? json({}) : {})
    expect(gateway.seen.at(-1)).toMatchObject({ upstream, url, method })
  })

  it('carry an identity that only the service addressed accepts', async () => {
    const userId = randomUUID()
    await call('/api/me/profile', withToken(await gateway.token({ userId, role: 'teacher' })))
    const identity = String(gateway.seen.at(-1)?.headers['x-darsi-identity'])
    await expect(gateway.identityFor('users')(identity)).resolves.toMatchObject({ userId, role: 'teacher' })
    await expect(gateway.identityFor('auth')(identity)).rejects.toThrow()
  })

  it('carry an anonymous identity without a token', async () => {
    await call('/api/statistics/basic')
    const identity = String(gateway.seen.at(-1)?.headers['x-darsi-identity'])
    await expect(gateway.identityFor('admin')(identity)).resolves.toBeNull()
  })

  it('lose every header that claims an identity', async () => {
    const posed = {
      'x-darsi-identity': 'forged',
      'x-user-id': '1',
      'x-user-role': 'super-admin',
      'x-internal-token': 'x',
      'x-client-ip': '1.2.3.4',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-proto': 'https',
      'x-real-ip': '1.2.3.4',
      forwarded: 'for=1.2.3.4',
      'x-original-url': '/internal',
      cookie: 'refresh=secret',
    }
    await call('/api/statistics/basic', { headers: posed })
    const headers = gateway.seen.at(-1)?.headers ?? {}
    expect(headers['x-client-ip']).toBe('127.0.0.1')
    expect(headers['x-darsi-identity']).not.toBe('forged')
    for (const name of Object.keys(posed).filter((name) => !/identity|client-ip/.test(name)))
      expect(headers).not.toHaveProperty(name)
  })

  it('do not lose a header by naming it in Connection', async () => {
    await raw(
      gateway.port,
      'GET /api/statistics/basic HTTP/1.1\r\nHost: x\r\nConnection: close, x-darsi-identity, x-client-ip\r\n\r\n',
    )
    const headers = gateway.seen.at(-1)?.headers ?? {}
    expect(headers['connection']).toBe('keep-alive')
    expect(headers['x-client-ip']).toBe('127.0.0.1')
  })

  it('show the cookie to auth alone and the token to nobody', async () => {
    const init = withToken(await gateway.token(), { headers: { cookie: '__Host-refresh=abc' } })
    await call('/api/auth/profile', init)
    expect(gateway.seen.at(-1)?.headers['cookie']).toBe('__Host-refresh=abc')
    expect(gateway.seen.at(-1)?.headers['authorization']).toBeUndefined()
    await call('/api/me/profile', init)
    expect(gateway.seen.at(-1)?.headers['cookie']).toBeUndefined()
  })

  it('carry ids of their own, or the client’s when they look like ids', async () => {
    const answer = await call('/api/statistics/basic', { headers: { 'x-request-id': 'abcdef-123456' } })
    expect(answer.headers.get('x-request-id')).toBe('abcdef-123456')
    expect(gateway.seen.at(-1)?.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    const other = await call('/api/statistics/basic', { headers: { 'x-request-id': '"}{"level":"fatal"' } })
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('keep their language and their body, chunked or not', async () => {
    await call('/api/auth/login', {
      ...json({ email: 'a' }),
      headers: { ...json({}).headers, 'accept-language': 'ar' },
    })
    expect(gateway.seen.at(-1)).toMatchObject({ body: '{"email":"a"}' })
    expect(gateway.seen.at(-1)?.headers['accept-language']).toBe('ar')
    const chunked =
      'Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n'
    await raw(gateway.port, `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${chunked}`)
    expect(gateway.seen.at(-1)).toMatchObject({ body: '{"a":1}' })
    expect(gateway.seen.at(-1)?.headers['content-length']).toBe('7')
  })

  it('with the wrong role are refused by the gateway and never reach the service', async () => {
    const before = gateway.seen.length
    expect((await call('/api/admin/users', withToken(await gateway.token({ role: 'teacher' })))).status).toBe(
      403,
    )
    expect(gateway.seen.length).toBe(before)
    expect((await call('/api/admin/users', withToken(await gateway.token({ role: 'admin' })))).status).toBe(
      200,
    )
  })

  it('that must be fresh ask for the password again once it was proven more than ten minutes ago', async () => {
    const remove = async (authTime: number) => {
      const token = await gateway.token({ role: 'super-admin', authTime })
      return fetch(`${gateway.url}/api/admin/users/x`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      })
    }
    const now = Math.floor(Date.now() / 1000)
    const heard = gateway.seen.length
    const refused = await remove(now - 660)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
    expect(gateway.seen).toHaveLength(heard)
    expect((await remove(now - 540)).status).toBe(200)
    expect(gateway.seen).toHaveLength(heard + 1)
  })

  it('with another method get the list of allowed methods', async () => {
    const answer = await call('/api/auth/login', json({}, 'PUT'))
    expect(answer.headers.get('allow')).toBe('POST')
  })

  it('may ask for the head only', async () => {
    const answer = await call('/api/statistics/basic', { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })
})

describe('access tokens', () => {
  const profile = async (token: string) => (await call('/api/me/profile', withToken(token))).status

  it('are refused when anything about them is wrong', async () => {
    const stranger = (await testKeys()).private.keys[0]
    const own = gateway.authKeys.private.keys[0]
    const good = await gateway.token()
    const [head, payload, signature] = good.split('.')
    const bad: Record<string, string> = {
      expired: await gateway.token({ issuedAt: now() - 700 }),
      'of another issuer': await gateway.token({ issuer: 'elsewhere' }),
      'for another audience': await gateway.token({ audience: 'other' }),
      'of another type': await gateway.token({ type: 'JWT' }),
      'with an unknown role': await gateway.token({ role: 'root' }),
      'signed by a stranger': await tokenFrom(stranger),
      'signed by a stranger under our key id': await tokenFrom({ ...stranger, kid: String(own?.kid) }),
      unsigned: new UnsecuredJWT({ role: 'admin', sid: 'x' })
        .setSubject('x')
        .setIssuer('darsi-auth')
        .encode(),
      tampered: `${head}.${payload?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}.${signature}`,
      'cut off': good.slice(0, -4),
      endless: `${good}${'a'.repeat(5000)}`,
    }
    expect(await profile(good)).toBe(200)
    for (const [name, token] of Object.entries(bad)) expect([name, await profile(token)]).toEqual([name, 401])
  })

  it('that are invalid are ignored on public calls', async () => {
    const answer = await call('/api/auth/logout', withToken('bad', json({})))
    expect(answer.status).toBe(200)
    const identity = String(gateway.seen.at(-1)?.headers['x-darsi-identity'])
    await expect(gateway.identityFor('auth')(identity)).resolves.toBeNull()
  })

  it('end at once with their session, also those seen before', async () => {
    const sessionId = randomUUID()
    const token = await gateway.token({ sessionId })
    expect(await profile(token)).toBe(200)
    await gateway.redis.set(revokedSessionKey(sessionId), '1', 'EX', 60)
    expect(await profile(token)).toBe(401)
  })

  it('issued before the account’s bar are refused and later ones pass', async () => {
    const userId = randomUUID()
    await gateway.redis.set(revokedBeforeKey(userId), String(now()), 'EX', 60)
    expect(await profile(await gateway.token({ userId, issuedAt: now() - 10 }))).toBe(401)
    expect(await profile(await gateway.token({ userId, issuedAt: now() }))).toBe(200)
  })

  it('issued in the same second are told apart by their session id, because the account’s time limit accepts them all', async () => {
    const userId = randomUUID()
    const [before, after] = [randomUUID(), randomUUID()]
    await gateway.redis.set(revokedBeforeKey(userId), String(now()), 'EX', 60)
    await gateway.redis.set(revokedSessionKey(before), '1', 'EX', 60)
    const issuedAt = now()
    expect(await profile(await gateway.token({ userId, issuedAt, sessionId: before }))).toBe(401)
    expect(await profile(await gateway.token({ userId, issuedAt, sessionId: after }))).toBe(200)
  })

  it('are refused, read or write, while Redis may have lost revocations', async () => {
    const database = 12
    const redisUrl = new URL(`/${database}`, testServers().redisUrl).href
    const own = await startGateway({ redisUrl })
    const sessions = Array.from({ length: 100 }, () => randomUUID())
    const tokens = await Promise.all(sessions.map((sessionId) => own.token({ sessionId })))
    const statuses = () =>
      Promise.all(
        tokens.map(async (token, index) => {
          const method = index % 2 === 0 ? 'GET' : 'PUT'
          return (await fetch(`${own.url}/api/me/preferences`, { method, ...withToken(token) })).status
        }),
      )
    await eventually(() => own.redis.status === 'ready')
    await own.redis.flushdb()
    expect(new Set(await statuses())).toEqual(new Set([503]))
    for (const sessionId of sessions) await own.redis.set(revokedSessionKey(sessionId), '1', 'EX', 60)
    await markRevocationsComplete(own.redis)
    expect(new Set(await statuses())).toEqual(new Set([401]))
    await own.redis.flushdb()
    await own.close()
  })

  it('signed by a new key pass, and keys are fetched no more often than needed', async () => {
    await profile(await gateway.token())
    const before = gateway.keyFetches()
    for (let i = 0; i < 20; i++) await profile(await gateway.token())
    expect(gateway.keyFetches()).toBe(before)
    await new Promise((resolve) => setTimeout(resolve, 80))
    const next = await testKeys()
    gateway.served.keys.push(...next.public.keys)
    expect(await profile(await tokenFrom(next.private.keys[0]))).toBe(200)
    expect(gateway.keyFetches()).toBe(before + 1)
  })
})

describe('answers', () => {
  it.each([
    '/api/statistics/basic',
    '/api/nothing',
    '/',
    '/remotes/student/a.js',
    '/remotes/parent/a.js',
    '/..',
  ])('of %s carry the security headers', async (path) => {
    const answer = await raw(gateway.port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    for (const header of [
      'x-content-type-options: nosniff',
      'referrer-policy: strict-origin-when-cross-origin',
      'cross-origin-opener-policy: same-origin',
      'cross-origin-resource-policy: same-origin',
      'permissions-policy:',
    ])
      expect(answer.head.toLowerCase()).toContain(header)
    expect(answer.head.toLowerCase()).not.toMatch(/x-powered-by|strict-transport-security/)
  })

  it('of calls are not cached, forbid everything to a page and keep connections open', async () => {
    const answer = await call('/api/statistics/basic')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('connection')).toBe('keep-alive')
  })

  it('that stream arrive as they are written', async () => {
    const answer = await call('/api/statistics/basic?stream')
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const { value } = (await answer.body?.getReader().read()) ?? {}
    expect(Buffer.from(value ?? []).toString()).toBe('data: one\n\n')
  })

  it('six hundred live streams do not use up the connections for other calls of the service', async () => {
    const authorization = `Bearer ${await gateway.token()}`
    const abort = new AbortController()
    const open = (index: number) =>
      call('/api/notifications/stream', { headers: { authorization }, signal: abort.signal }).then(
        ({ status }) => [index, status],
      )
    const streams = await Promise.all(Array.from({ length: 600 }, (_, index) => open(index)))
    expect(streams.filter(([, status]) => status !== 200)).toEqual([])
    const answer = await call('/api/notifications', { headers: { authorization } })
    expect(answer.status).toBe(200)
    abort.abort()
  })

  it('include the keys of auth', async () => {
    const answer = await call('/.well-known/jwks.json')
    expect(await answer.json()).toEqual(gateway.served)
  })

  it('include the API’s description and its reference page', async () => {
    const description = await (await call('/api/openapi.json')).json()
    expect(description).toMatchObject({ openapi: '3.1.0', paths: { '/auth/login': {} } })
    const reference = await call('/api/docs')
    const html = await reference.text()
    expect(html).toContain('/availability/save')
    // no external resources
    expect(html).not.toMatch(/<script|<img|(?:src|href|action)="?https?:|url\(|@import/)
    expect(reference.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/)
  })
})

describe('an upstream that is down', () => {
  it('is a problem document for a call', async () => {
    await gateway.stop('availability')
    const answer = await call(
      '/api/availability/teacher',
      withToken(await gateway.token({ role: 'teacher' })),
    )
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' })
  })

  it('is plain text for a remote', async () => {
    const answer = await call('/remotes/parent/mf-manifest.json')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-type')).toContain('text/plain')
  })

  it('is a page in the visitor’s language for the shell', async () => {
    await gateway.stop('shell')
    const answer = await call('/', { headers: { 'accept-language': 'ar' } })
    expect(answer.status).toBe(503)
    const html = await answer.text()
    expect(html).toContain('dir="rtl"')
    expect(html).not.toMatch(/<script|src=|https?:\/\//)
  })
})

describe('limits and proxies', () => {
  it.each([
    ['the sitemap', '/teachers-sitemap.xml'],
    ['a public page', '/teachers/karim-jaziri'],
    ['the media check', '/rtc/validate'],
    ['the public keys', '/.well-known/jwks.json'],
  ])('a flood of %s is slowed down, too', async (_name, path) => {
    const limited = await startGateway({ perMinute: 5 })
    const statuses: number[] = []
    for (let call = 0; call < 7; call++) statuses.push((await fetch(limited.url + path)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    await limited.close()
  })

  it('a flood from one address is slowed down, however it spells its paths', async () => {
    const limited = await startGateway({ perMinute: 5 })
    const paths = [
      'statistics/basic',
      'Statistics/basic',
      'statistics/basic/',
      'x',
      'openapi.json',
      'docs',
      'docs?1',
    ]
    const statuses: number[] = []
    for (const path of paths)
      statuses.push(
        (await fetch(`${limited.url}/api/${path}`, { headers: { 'x-forwarded-for': path } })).status,
      )
    const last = await fetch(`${limited.url}/api/docs`)
    expect(statuses).toEqual([200, 404, 404, 404, 200, 429, 429])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    await limited.close()
  })

  it('behind one proxy the address is the one that the proxy wrote', async () => {
    const proxied = await startGateway({ trustedHops: 1, publicUrl: 'https://darsi.tn' })
    const answer = await fetch(`${proxied.url}/api/statistics/basic`, {
      headers: { 'x-forwarded-for': '6.6.6.6, 41.226.11.1' },
    })
    expect(proxied.seen.at(-1)?.headers['x-client-ip']).toBe('41.226.11.1')
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=31536000')
    await proxied.close()
  })
})

describe('without Redis', () => {
  it('reads are answered and writes are refused', async () => {
    const alone = await startGateway({ redisUrl: 'redis://127.0.0.1:9' })
    const token = await alone.token()
    const read = await fetch(`${alone.url}/api/me/profile`, withToken(token))
    expect(read.status).toBe(200)
    const write = await fetch(`${alone.url}/api/me/profile`, withToken(token, json({ version: 1 }, 'PATCH')))
    expect(write.status).toBe(503)
    expect(alone.seen.filter((seen) => seen.method === 'PATCH')).toEqual([])
    await alone.close()
  })

  it('a public write is anonymous: a logout still reaches auth with its cookie', async () => {
    const alone = await startGateway({ redisUrl: 'redis://127.0.0.1:9' })
    const init = withToken(await alone.token(), { method: 'POST', headers: { cookie: '__Host-refresh=abc' } })
    expect((await fetch(`${alone.url}/api/auth/logout`, init)).status).toBe(200)
    const { url, headers } = alone.seen.at(-1) ?? {}
    expect([url, headers?.['cookie']]).toEqual(['/auth/logout', '__Host-refresh=abc'])
    await expect(alone.identityFor('auth')(String(headers?.['x-darsi-identity']))).resolves.toBeNull()
    await alone.close()
  })
})
