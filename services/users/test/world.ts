import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { createOutbox } from '@darsi/kit/events/outbox.ts'
import { createOnlineAmong } from '@darsi/kit/identity/presence.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { createStorage } from '@darsi/kit/storage/create-storage.ts'
import { createSealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import { registrationOf } from '@darsi/kit/testing/account-events.ts'
import { testBus } from '@darsi/kit/testing/events.ts'
import { startMessaging } from '@darsi/kit/testing/messaging.ts'
import {
  eventually,
  serve,
  silentLog,
  someone,
  testGateway,
  testServers,
  unique,
} from '@darsi/kit/testing/testing.ts'
import { afterAll, afterEach } from '@jest/globals'
import { createUsersApp } from '../src/app.ts'
import { consumes } from '../src/events.ts'
import { createParts, type Parts } from '../src/parts.ts'

/** The whole service on the real servers, with its own database and topics and a clock that can be moved. */
export async function start() {
  const kafka = await testBus()
  const connection = await connectMongo(testServers().mongoUrl, unique('users'))
  const outbox = createOutbox({ producer: 'users', sealer: kafka.trustOf('users') })
  const clock = { ahead: 0 }
  const folder = mkdtempSync(join(tmpdir(), 'darsi-files-'))
  const storage = createStorage({ FILE_STORAGE: pathToFileURL(folder).href, S3_REGION: 'auto' })
  const redis = connectRedis(testServers().redisUrl, silentLog)
  const parts = createParts(connection, {
    outbox,
    sealer: kafka.sealer,
    files: createSealedFiles(storage, kafka.sealer),
    approvalRequires: ['address', 'profile', 'identity', 'diploma'],
    publicUrl: 'https://darsi.example',
    onlineAmong: createOnlineAmong(redis),
    now: () => new Date(Date.now() + clock.ahead),
  })
  await syncIndexes(connection)
  const consumed = consumes(parts)
  const quiet = await startMessaging({
    ...{ kafka, service: 'users', outboxed: parts.outboxed, outbox, consumes: consumed },
  })
  parts.teacherIndex.start(silentLog)
  const gateway = await testGateway('users')
  const serveWith = (others: Partial<Parts> = {}) => {
    const app = createUsersApp({
      parts: { ...parts, ...others },
      verifyIdentity: gateway.verifyIdentity,
      log: silentLog,
      metrics: createMetrics('users'),
      ready: async () => {},
      now: Date.now,
    })
    return serve(app, gateway)
  }
  const served = await serveWith()

  /** An account with its profile, as auth and the administrators leave it. */
  const account = async (
    role: Role,
    { fullName = 'Amal Ben Salah', roleData = adult(role), status, phone, isProven = true }: NewAccount = {},
  ) => {
    const as = someone(role)
    const event = registered(as.userId, role, { fullName, roleData, status, phone, isProven })
    await kafka.publish('auth', as.userId, 1, event)
    await eventually(async () => (await parts.profiles.find(as.userId)) !== null)
    return as
  }
  return {
    ...parts,
    log: silentLog,
    redis,
    storage,
    gateway,
    url: served.url,
    kafka,
    clock,
    outbox,
    connection,
    account,
    consumes: consumed,
    /** From now on only the test delivers events; the service's own stay in its documents. */
    quiet,
    call: served.call,
    /** One more process of the service, with other parts. */
    serveWith,
    close: async () => {
      await served.close()
      await quiet()
      await parts.teacherIndex.stop()
      redis.disconnect()
      await kafka.close()
      await connection.dropDatabase()
      await connection.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** One world for the tests of a file; each test begins at the present time. */
export async function worldOfFile() {
  const world = await start()
  afterAll(() => world.close())
  afterEach(() => {
    world.clock.ahead = 0
  })
  return world
}

export type World = Awaited<ReturnType<typeof start>>
type NewAccount = {
  fullName?: string
  roleData?: Record<string, unknown>
  status?: 'pending' | 'approved' | undefined
  phone?: string | undefined
  /** The e-mail address is verified. */
  isProven?: boolean
}

const location = {
  governorate: 'Tunis',
  delegation: 'La Marsa',
  municipality: '',
  local_area: 'Sidi Abdelaziz',
  service_radius: null,
  governorate_id: 1,
  delegation_id: 4,
  municipality_id: null,
}

/** A university student is an adult without a year of birth. */
const adult = (role: Role) => (role === 'student' ? { educationLevel: 'university' } : {})
const teaching = { teachingSubjects: ['mathematics', 'physics', 'arabic'], acceptTerms: true }

/** One for each person: whoever shares a teacher’s telephone is reviewed. */
export const phoneOf = (userId: string): string =>
  `+2162${String(Number.parseInt(userId.replaceAll(/\W/g, '').slice(0, 8), 36) % 10_000_000).padStart(7, '0')}`

export const registered = (
  userId: string,
  role: Role = 'student',
  {
    fullName = 'Amal Ben Salah',
    roleData = {},
    status = 'approved',
    phone = phoneOf(userId),
    isProven = true,
  }: NewAccount = {},
): EventInput =>
  registrationOf({
    userId,
    role,
    status,
    ...(isProven && { verifiedAt: new Date().toISOString() }),
    fullName,
    language: 'ar',
    phone,
    location,
    roleData: role === 'teacher' ? { ...teaching, ...roleData } : roleData,
    verificationToken: 'secret',
  })
