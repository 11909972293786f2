import { randomUUID } from 'node:crypto'
import type { authApi } from '@darsi/contracts/calls/auth/auth-api.ts'
import type { DarsiEvent, EventType } from '@darsi/contracts/events/events.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { decode, encode } from '@darsi/kit/events/envelope.ts'
import { createOutbox } from '@darsi/kit/events/outbox.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { connectMongo, pingMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { solved } from '@darsi/kit/testing/proof.ts'
import {
  serve,
  silentLog,
  type TestAnswer,
  testEventKey,
  testEventTrust,
  testGateway,
  testKeys,
  testServers,
  unique,
} from '@darsi/kit/testing/testing.ts'
import { afterAll } from '@jest/globals'
import { decodeJwt, type JWK } from 'jose'
import type * as z from 'zod'
import { createAuthApp } from '../src/app.ts'
import { defaultSizes } from '../src/limits.ts'
import { createParts } from '../src/parts.ts'

/** Far below the floor of production (src/config.ts), because nearly every test hashes passwords. */
const cheapArgon2 = { memoryKib: 256, passes: 1 }

type Options = {
  limitsFactor?: number
  publicUrl?: string
  adminMfa?: 'required' | 'optional'
  publicTeachers?: 'warn' | 'block'
  /** Another process on the same database, with its own keys. */
  beside?: { database: string; keys: { keys: JWK[] } }
  /** A Redis database that the test may flush. */
  redisDatabase?: number
  isDemo?: boolean
}

/**
 * The service as the gateway sees it, on real servers, with a clock that a test can move. No relay runs: events stay in
 * the accounts.
 */
export async function startAuth({
  limitsFactor = 1000,
  publicUrl = 'http://localhost:8080',
  adminMfa = 'optional',
  publicTeachers = 'warn',
  beside,
  redisDatabase = 0,
  isDemo = false,
}: Options = {}) {
  const servers = testServers()
  const database = beside?.database ?? unique('auth')
  const connection = await connectMongo(servers.mongoUrl, database)
  const redis = connectRedis(new URL(`/${redisDatabase}`, servers.redisUrl).href, silentLog)
  const sealer = createSealer(testEventKey)
  const clock = { offset: 0 }
  const now = () => new Date(Date.now() + clock.offset)
  const outbox = createOutbox({ producer: 'auth', sealer: testEventTrust(), now: () => now().getTime() })
  const keys = await testKeys()
  const parts = await createParts({
    connection,
    redis,
    outbox,
    sealer,
    proofKey: testEventKey,
    personKey: testEventKey,
    keys: beside?.keys ?? keys.private,
    publicUrl,
    argon2: cheapArgon2,
    limits: { ...defaultSizes, factor: limitsFactor },
    limitsPrefix: unique('limit'),
    adminMfa,
    publicTeachers,
    isDemo,
    now,
  })
  await syncIndexes(connection)
  const gateway = await testGateway('auth')
  const app = createAuthApp(parts, {
    verifyIdentity: gateway.verifyIdentity,
    log: silentLog,
    metrics: createMetrics('auth'),
    ready: () => pingMongo(connection),
    now: () => now().getTime(),
  })
  const served = await serve(app, gateway)
  const accountOf = (email: string) => parts.accounts.collection.findOne({ email })

  const eventsOf = async <K extends EventType>(email: string, type: K): Promise<DarsiEvent<K>[]> => {
    const account = await accountOf(email)
    return (
      (account?.outbox ?? [])
        .filter((entry) => entry.type === type)
        // `as`: the type was just compared
        .map((entry) => decode(encode(entry, 'auth'), sealer) as DarsiEvent<K>)
    )
  }
  const registered = async (values: ReturnType<typeof someone>) => {
    const answer = await served.call('POST /auth/register', { body: values })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return values
  }
  const login = (email: string, password = goodPassword, headers: Record<string, string> = {}) =>
    served.call('POST /auth/login', { body: { email, password }, headers })

  return {
    ...served,
    parts,
    keys,
    redis,
    outbox,
    connection,
    database,
    accountOf,
    eventsOf,
    registered,
    login,
    /** A verified account, created through the routes that a person uses. */
    verified: async (values = someone('student')) => {
      await registered(values)
      const [event] = await eventsOf(values.email, 'user.registered')
      const answer = await served.call('POST /auth/verify-email', {
        body: { token: event?.personal.verificationToken ?? '' },
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return values
    },
    refresh: (cookie: string, headers: Record<string, string> = {}) =>
      served.call('POST /auth/refresh', { headers: { cookie, ...headers } }),
    /** A proof of work, as the application finds one. */
    solved: () => solved(parts.proofOfWork.challenge()),
    /** Moves the service's clock forward. */
    pass: (ms: number) => {
      clock.offset += ms
    },
    stop: async () => {
      await served.close()
      if (!beside) await connection.dropDatabase()
      await connection.close()
      redis.disconnect()
    },
  }
}

/** One service for the tests of a file. */
export async function authOfFile(options: Options = {}) {
  const auth = await startAuth(options)
  afterAll(() => auth.stop())
  return auth
}

export type TestAuth = Awaited<ReturnType<typeof startAuth>>

export const goodPassword = 'un-figuier-et-2-chaises'

/** A complete registration of an invented person. */
export function someone(userType: 'student' | 'teacher' | 'parent' | 'admin', email = someAddress()) {
  const roleSpecificData = {
    student: { educationLevel: 'university' },
    teacher: { teachingSubjects: ['Mathematics'], acceptTerms: true },
    parent: {},
    admin: { adminReason: 'School of Sfax' },
  }[userType]
  return {
    fullName: 'Amal Ben Salah',
    email,
    phone: '+216 20 123 456',
    password: goodPassword,
    userType,
    location: { governorate: 'Tunis', delegation: 'La Marsa', local_area: 'Marsa Plage' },
    roleSpecificData,
  }
}

export const someAddress = () => `p${randomUUID().slice(0, 8)}@example.tn`

/** For calls of the login that no limit counts. */
export const uncounted = { forgive: async () => {} }

/** The refresh cookie of an answer, as a browser sends it. */
export function cookieOf(answer: TestAnswer): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** The caller's identity, as the gateway reads it from the access token. */
export function identityOf(answer: TestAnswer) {
  const token = answer.body['token']
  if (!token) throw new Error(`signed in to nothing: ${answer.status} ${JSON.stringify(answer.body)}`)
  const claims = decodeJwt(String(token))
  return {
    userId: String(claims.sub),
    // `as`: our own token
    role: claims['role'] as Role,
    sessionId: String(claims['sid']),
    authTime: Number(claims['auth_time']),
  }
}

/** A call's success answer, as the contract types it. */
export type ResponseOf<K extends keyof typeof authApi> = (typeof authApi)[K] extends {
  answer: infer A extends z.ZodType
}
  ? z.output<A>
  : never
