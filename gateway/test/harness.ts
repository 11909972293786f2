import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { accessToken } from '@darsi/contracts/rules/access-token.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { allow } from '@darsi/kit/http/route.ts'
import { createIdentitySigner, createIdentityVerifier } from '@darsi/kit/identity/identity.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import {
  eventually,
  markRevocationsComplete,
  serveHttp,
  silentLog,
  testKeys,
  testServers,
  unique,
} from '@darsi/kit/testing/testing.ts'
import { afterAll } from '@jest/globals'
import { importJWK, type JWK, SignJWT } from 'jose'
import { createAccessTokenVerifier } from '../src/access/access-token.ts'
import { createAuthKeys } from '../src/access/auth-keys.ts'
import { createAuthentication } from '../src/access/authenticate.ts'
import { createLimit } from '../src/access/rate-limit.ts'
import { createRevocationCheck } from '../src/access/revocation.ts'
import { createGateway } from '../src/app.ts'
import { compileRoutes } from '../src/routes.ts'
import { securityHeaders } from '../src/security-headers.ts'
import { listenPublicly, type Timeouts } from '../src/server.ts'

type Seen = {
  upstream: string
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

type Options = {
  perMinute?: number
  trustedHops?: number
  publicUrl?: string
  redisUrl?: string
  timeouts?: Timeouts
  /** Time that each section of a backup takes. */
  sectionMs?: number
}

/** The gateway with fake upstreams that return what they received; Redis is real. */
export async function startGateway(options: Options = {}) {
  const seen: Seen[] = []
  const authKeys = await testKeys()
  const identityKeys = await testKeys()
  const served: { keys: JWK[] } = { keys: [...authKeys.public.keys] }
  const upstreams: Record<string, Upstream> = {}
  for (const name of [
    'auth',
    'users',
    'availability',
    'classroom',
    'admin',
    'notifications',
    'shell',
    'student',
    'teacher',
  ])
    upstreams[name] = await startUpstream(name, {
      ...{ seen, served, sectionMs: options.sectionMs ?? 50 },
      verify: createIdentityVerifier(name, identityKeys.public),
    })
  const url = (name: string) => upstreams[name]?.url ?? deadUrl
  const redis = connectRedis(options.redisUrl ?? testServers().redisUrl, silentLog)
  redis.options.commandTimeout = 500
  if (!options.redisUrl) await eventually(() => redis.status === 'ready')
  if (!options.redisUrl) await markRevocationsComplete(redis)
  const publicUrl = options.publicUrl ?? 'http://localhost:8080'
  let keyFetches = 0
  const keys = createAuthKeys({
    cooldownMs: 50,
    fetchKeys: async () => {
      keyFetches++
      return (await fetch(`${url('auth')}/.well-known/jwks.json`)).json()
    },
  })
  const app = createGateway({
    upstreams: {
      services: {
        auth: url('auth'),
        users: url('users'),
        availability: url('availability'),
        classroom: url('classroom'),
        admin: url('admin'),
        notifications: url('notifications'),
      },
      shell: url('shell'),
      remotes: {
        student: url('student'),
        teacher: url('teacher'),
        parent: deadUrl,
        admin: deadUrl,
        'super-admin': deadUrl,
      },
    },
    authenticate: createAuthentication(createAccessTokenVerifier(keys), createRevocationCheck(redis)),
    sign: await createIdentitySigner(identityKeys.private),
    limit: createLimit(redis, options.perMinute ?? 100_000, unique('limit')),
    publicUrl,
    trustedHops: options.trustedHops ?? 0,
    log: silentLog,
    metrics: createMetrics('gateway'),
    now: Date.now,
  })
  const { server, port } = await listenPublicly(app, {
    port: 0,
    host: '127.0.0.1',
    headers: securityHeaders(publicUrl),
    ...(options.timeouts && { timeouts: options.timeouts }),
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    seen,
    redis,
    authKeys,
    served,
    keyFetches: () => keyFetches,
    identityFor: (service: string) => createIdentityVerifier(service, identityKeys.public),
    token: (claims?: TokenOptions) => tokenFrom(authKeys.private.keys[0], claims),
    stop: (name: string) => upstreams[name]?.close(),
    close: async () => {
      await Promise.all([...Object.values(upstreams).map((upstream) => upstream.close()), shut(server)])
      // a client without a server ends by itself once it may not retry; disconnect() would wait 2 s for nothing
      redis.options.retryStrategy = () => null
      if (redis.status === 'ready') redis.disconnect()
    },
  }
}

/** One gateway for the tests of a file. */
export async function gatewayOfFile(options: Options = {}) {
  const gateway = await startGateway(options)
  afterAll(() => gateway.close())
  return gateway
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>

// port 9 (discard) is closed everywhere we run
const deadUrl = 'http://127.0.0.1:9'

type TokenOptions = {
  userId?: string
  sessionId?: string
  role?: Role | 'root'
  issuer?: string
  audience?: string
  type?: string
  issuedAt?: number
  authTime?: number
  sessionExp?: number
  expiresIn?: number
}

export async function tokenFrom(key: JWK | undefined, options: TokenOptions = {}): Promise<string> {
  const issuedAt = options.issuedAt ?? Math.floor(Date.now() / 1000)
  return new SignJWT({
    role: options.role ?? 'student',
    sid: options.sessionId ?? randomUUID(),
    auth_time: options.authTime ?? issuedAt,
    session_exp: options.sessionExp,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: options.type ?? accessToken.type, kid: String(key?.kid) })
    .setSubject(options.userId ?? randomUUID())
    .setIssuer(options.issuer ?? accessToken.issuer)
    .setAudience(options.audience ?? accessToken.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (options.expiresIn ?? 600))
    .sign(await importJWK(key ?? {}, 'EdDSA'))
}

type Upstream = { url: string; close: () => Promise<void> }

type UpstreamParts = {
  seen: Seen[]
  served: { keys: JWK[] }
  sectionMs: number
  verify: ReturnType<typeof createIdentityVerifier>
}

const findRoute = compileRoutes()

async function startUpstream(
  name: string,
  { seen, served, sectionMs, verify }: UpstreamParts,
): Promise<Upstream> {
  /** The check of a service before its handler. @returns the status of its refusal, or 200 */
  const statusFor = async ({ method = '', url = '', headers }: IncomingMessage): Promise<number> => {
    const match = findRoute(method, url)
    if (!match || !('target' in match)) return 404
    try {
      allow(match.target.endpoint, await verify(String(headers['x-darsi-identity'])), new Date())
      return 200
    } catch (error) {
      return error instanceof Problem ? error.status : 500
    }
  }
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      // the gateway aborted the call
      return
    }
    const { method = '', url = '', headers } = request
    if (url === '/.well-known/jwks.json') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(served))
      return
    }
    seen.push({ upstream: name, method, url, headers, body: Buffer.concat(chunks).toString() })
    if (url.endsWith('?stream') || url === '/notifications/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      setTimeout(() => response.write('data: one\n\n'), 100)
      request.on('close', () => response.end())
      return
    }
    if (url.startsWith('/superadmin/backups/')) {
      response.writeHead(await statusFor(request), { 'content-type': 'application/octet-stream' })
      response.flushHeaders()
      setTimeout(() => {
        seen.push({ upstream: `${name} ended`, method, url, headers, body: '' })
        response.end(`${name};`)
      }, sectionMs)
      return
    }
    response.setHeader('content-type', 'application/json').setHeader('x-powered-by', name)
    response.end(JSON.stringify({ success: true, upstream: name, method, url }))
  }
  return serveHttp(listener)
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
