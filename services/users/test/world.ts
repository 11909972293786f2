import type { EventInput } from '@darsi/contracts/events.ts'
import type { Role } from '@darsi/contracts/roles.ts'
import { startConsumer } from '@darsi/kit/consumer.ts'
import { createMetrics } from '@darsi/kit/metrics.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo.ts'
import { createOutbox } from '@darsi/kit/outbox.ts'
import { createRelay } from '@darsi/kit/relay.ts'
import {
  eventually,
  serve,
  silentLog,
  someone,
  testGateway,
  testServers,
  unique,
} from '@darsi/kit/testing.ts'
import { testBus } from '@darsi/kit/testing-events.ts'
import { createUsersApp } from '../src/app.ts'
import { consumes } from '../src/events.ts'
import { createParts } from '../src/parts.ts'

/** The whole service on the real servers, with a database and topics of its own and a clock that can be moved. */
export async function start() {
  const kafka = await testBus()
  const connection = await connectMongo(testServers().mongoUrl, unique('users'))
  const outbox = createOutbox({ producer: 'users', sealer: kafka.sealer })
  const clock = { ahead: 0 }
  const parts = createParts(connection, outbox, kafka.sealer, () => new Date(Date.now() + clock.ahead))
  await syncIndexes(connection)
  const relay = createRelay({ models: parts.outboxed, outbox, bus: kafka.bus, log: silentLog })
  relay.start()
  const consumer = await startConsumer({
    bus: kafka.bus,
    group: 'users',
    consumes: consumes(parts),
    sealer: kafka.sealer,
    log: silentLog,
  })
  await consumer.joined
  parts.teacherIndex.start(silentLog)
  const gateway = await testGateway('users')
  const app = createUsersApp({
    parts,
    verifyIdentity: gateway.verifyIdentity,
    log: silentLog,
    metrics: createMetrics('users'),
    ready: async () => {},
  })
  const served = await serve(app, gateway)

  /** An account with its profile, as auth and the administrators leave it. */
  const account = async (
    role: Role,
    { fullName = 'Amal Ben Salah', roleData = {}, status, phone }: NewAccount = {},
  ) => {
    const as = someone(role)
    const event = registered(as.userId, role, { fullName, roleData, status, phone })
    await kafka.publish('auth', as.userId, 1, event)
    await eventually(async () => (await parts.profiles.find(as.userId)) !== null)
    return as
  }
  return {
    ...parts,
    kafka,
    clock,
    outbox,
    connection,
    account,
    call: served.call,
    close: async () => {
      await served.close()
      await consumer.stop()
      await parts.teacherIndex.stop()
      await relay.stop()
      await kafka.close()
      await connection.dropDatabase()
      await connection.close()
    },
  }
}

export type World = Awaited<ReturnType<typeof start>>
type NewAccount = {
  fullName?: string
  roleData?: Record<string, unknown>
  status?: 'pending' | 'approved' | undefined
  phone?: string | undefined
}

export const location = {
  governorate: 'Tunis',
  delegation: 'La Marsa',
  municipality: '',
  local_area: 'Sidi Abdelaziz',
  service_radius: null,
  governorate_id: 1,
  delegation_id: 4,
  municipality_id: null,
}

const teaching = { teachingSubjects: ['mathematics', 'physics', 'arabic'], acceptTerms: true }

export const registered = (
  userId: string,
  role: Role = 'student',
  {
    fullName = 'Amal Ben Salah',
    roleData = {},
    status = 'approved',
    phone = '+21620123456',
  }: NewAccount = {},
): EventInput => ({
  type: 'user.registered',
  data: { userId, role, status, governorateId: 1, createdAt: new Date().toISOString() },
  personal: {
    email: `${userId}@example.tn`,
    fullName,
    language: 'ar',
    phone,
    location,
    roleData: role === 'teacher' ? { ...teaching, ...roleData } : roleData,
    verificationToken: 'secret',
  },
})
