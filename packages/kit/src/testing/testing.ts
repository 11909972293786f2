import { createHmac, createPrivateKey, createPublicKey, randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { type Service, services } from '@darsi/contracts/reference/services.ts'
import { revocationsCompleteKey } from '@darsi/contracts/rules/access-token.ts'
import type { Redis } from 'ioredis'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { createEventTrust } from '../events/event-trust.ts'
import { createSealer } from '../events/seal.ts'
import { listen } from '../http/listen.ts'
import {
  createIdentitySigner,
  createIdentityVerifier,
  type Identity,
  identityHeader,
} from '../identity/identity.ts'
import { createReplicationId } from '../identity/revocations.ts'
import { createLog } from '../observability/log.ts'
import { closeServer } from '../stop.ts'
import { followWrites } from './answers/watch-writes.ts'

/** Addresses of the real servers that integration tests talk to; the test command sets them. */
export function testServers() {
  const need = (name: string): string => {
    const value = process.env[name]
    if (!value) throw new Error(`${name} is not set: run the tests with npm test or npm run test:it`)
    return value
  }
  return {
    mongoUrl: need('MONGO_URL'),
    kafkaBrokers: need('KAFKA_BROKERS').split(','),
    redisUrl: need('REDIS_URL'),
    smtpUrl: need('SMTP_URL'),
    maildevUrl: need('MAILDEV_URL'),
  }
}

/** A unique name for a database, topic prefix or Redis key prefix. */
export function unique(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`
}

export const silentLog = createLog('test', 'silent')

/** A fresh 32-byte key in base64 that seals events in a test. */
export const testEventKey = Buffer.from(randomUUID().replaceAll('-', '')).toString('base64')

/** Marks revocations as restored, as auth does; without it no token is accepted. */
export async function markRevocationsComplete(redis: Redis): Promise<void> {
  const server = await createReplicationId(redis).during(async () => {})
  await redis.set(revocationsCompleteKey, server?.id ?? '')
}

/**
 * Seals, signs and verifies events in a test; processes with the same event key trust each other.
 * @param producer the service that signs
 */
export function testEventTrust(topicPrefix = '', producer: Service = 'auth', eventKey = testEventKey) {
  const sealer = createSealer(eventKey)
  const pairs = services.map((service) => testSigningKey(service, eventKey))
  const signingKeys = {
    keys: pairs.filter(({ service }) => service === producer).map((pair) => pair.private),
  }
  const publicKeys = { keys: pairs.map((pair) => pair.public) }
  return { ...sealer, ...createEventTrust({ sealer, topicPrefix, signingKeys, publicKeys }) }
}

/** Deterministic: the same pair for the same service and secret. */
export function testSigningKey(service: Service, secret: string) {
  const seed = createHmac('sha256', secret).update(service).digest()
  // RFC 8410: the prefix of the 32 key bytes in PKCS #8
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const kid = `${service}.test`
  return {
    service,
    private: { ...key.export({ format: 'jwk' }), kid },
    public: { ...createPublicKey(key).export({ format: 'jwk' }), kid },
  }
}

/** An Ed25519 key pair as private and public JWKS. */
export async function testKeys(): Promise<{ private: { keys: JWK[] }; public: { keys: JWK[] } }> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
  const kid = randomUUID()
  const common = { kid, alg: 'EdDSA', use: 'sig' }
  return {
    private: { keys: [{ ...(await exportJWK(privateKey)), ...common }] },
    public: { keys: [{ ...(await exportJWK(publicKey)), ...common }] },
  }
}

/** Takes the gateway's place: signs identities that a service under test accepts. */
export async function testGateway(service: string) {
  const keys = await testKeys()
  const sign = await createIdentitySigner(keys.private)
  return {
    verifyIdentity: createIdentityVerifier(service, keys.public),
    headersFor: async (
      identity: Identity | null,
      clientIp = '127.0.0.1',
    ): Promise<Record<string, string>> => ({
      [identityHeader]: await sign(service, identity),
      'x-client-ip': clientIp,
    }),
  }
}

type TestGateway = Awaited<ReturnType<typeof testGateway>>

export function someone(role: Role, userId: string = randomUUID()): Identity {
  return { userId, role, sessionId: randomUUID(), authTime: Math.floor(Date.now() / 1000) }
}

export type TestAnswer = { status: number; body: Record<string, unknown>; headers: Headers }

/** The data of a successful answer, in the form that the contract declares. */
export const dataOf = <T = Record<string, unknown> & { id: string }>({ body }: Pick<TestAnswer, 'body'>): T =>
  // `as`: the declared answer
  body['data'] as T

/** The name of the problem that a call answered. */
export const problemOf = ({ body }: Pick<TestAnswer, 'body'>) => String(body['type']).split('/').at(-1)

/** Answers requests on a free port of loopback, without the gateway. */
export async function serveHttp(handle: RequestListener) {
  const { server, port } = await listen(handle, 0, '127.0.0.1')
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port, url: `http://127.0.0.1:${port}`, close }
}

/** Serves the app on a free port and calls it as the gateway would. */
export async function serve(app: RequestListener, gateway: TestGateway) {
  const { server, port } = await listen(followWrites(app), 0, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    server,
    call: async (
      key: string,
      options: {
        as?: Identity | null
        body?: unknown
        /** Instead of a JSON body; its type is in `headers`. */
        file?: Uint8Array<ArrayBuffer>
        headers?: Record<string, string>
        ip?: string
      } = {},
    ): Promise<TestAnswer> => {
      const [method, path] = key.split(' ')
      const response = await fetch(`${url}${path}`, {
        method: method ?? 'GET',
        headers: {
          ...(await gateway.headersFor(options.as ?? null, options.ip)),
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        ...(options.file && { body: options.file }),
      })
      const text = await response.text()
      // `as`: every JSON answer of ours is an object
      const body = (text.startsWith('{') ? JSON.parse(text) : { text }) as Record<string, unknown>
      return { status: response.status, body, headers: response.headers }
    },
    /** Sends the body unchanged. */
    raw: async (method: string, path: string, body: string, type: string): Promise<Response> =>
      fetch(`${url}${path}`, {
        method,
        headers: { ...(await gateway.headersFor(null)), 'content-type': type },
        body,
      }),
    close: () => closeServer(server),
  }
}

/**
 * Waits until `check` stops throwing and returns something other than false or undefined. @throws the last failure
 * after `ms`
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  ms = 60_000,
): Promise<Exclude<NonNullable<T>, false>> {
  const start = Date.now()
  let last: unknown = new Error('never true')
  while (Date.now() - start < ms) {
    try {
      const value = await check()
      if (value !== false && value !== null && value !== undefined) {
        // `as`: just compared
        return value as Exclude<NonNullable<T>, false>
      }
    } catch (error) {
      last = error
    }
    // a long wait asks less often, so that waiting tests leave the processor to those that work
    const pauseMs = Math.min(50 + (Date.now() - start) / 8, 300)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw last
}
