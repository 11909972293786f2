import { randomUUID } from 'node:crypto'
import type { ConnectionStatus } from '@darsi/contracts/connections-api.ts'
import { startConsumer } from '@darsi/kit/consumer.ts'
import type { Stored } from '@darsi/kit/documents.ts'
import type { Identity } from '@darsi/kit/identity.ts'
import { createMetrics } from '@darsi/kit/metrics.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo.ts'
import { createOutbox } from '@darsi/kit/outbox.ts'
import { createRelay } from '@darsi/kit/relay.ts'
import {
  eventually,
  serve,
  silentLog,
  someone,
  testEventKey,
  testGateway,
  testServers,
  unique,
} from '@darsi/kit/testing.ts'
import { testBus } from '@darsi/kit/testing-events.ts'
import { createAvailabilityApp } from '../src/app.ts'
import { consumes } from '../src/events.ts'
import { createGridStore, gridModel } from '../src/grid-store.ts'
import { outboxed, sessionModels } from '../src/sessions/models.ts'
import { createSessions } from '../src/sessions/sessions.ts'

export const publicUrl = 'https://darsi.example'

/** The whole service on the real servers, with a database, topics and a clock of its own. */
export async function start(now: () => Date) {
  const kafka = await testBus()
  const connection = await connectMongo(testServers().mongoUrl, unique('availability'))
  const grids = gridModel(connection)
  const models = sessionModels(connection)
  await syncIndexes(connection)
  const outbox = createOutbox({ producer: 'availability', sealer: kafka.sealer })
  const store = createGridStore(grids, outbox)
  const open = () => createSessions({ models, outbox, grids: store, now, eventKey: testEventKey })
  const sessions = open()
  // `as`: each has an outbox, whatever else it holds
  const aggregates = [grids, ...outboxed(models)] as readonly Stored[]
  const relay = createRelay({ models: aggregates, outbox, bus: kafka.bus, log: silentLog })
  relay.start()
  const consumer = await startConsumer({
    bus: kafka.bus,
    group: 'availability',
    consumes: consumes(store, sessions),
    sealer: kafka.sealer,
    log: silentLog,
  })
  const gateway = await testGateway('availability')
  const app = createAvailabilityApp({
    store,
    sessions,
    publicUrl,
    now,
    verifyIdentity: gateway.verifyIdentity,
    log: silentLog,
    metrics: createMetrics('availability'),
    ready: async () => {},
  })
  const served = await serve(app, gateway)

  return {
    kafka,
    grids,
    models,
    store,
    sessions,
    /** Another process on the same database. */
    another: open,
    call: served.call,
    url: served.url,
    close: async () => {
      await served.close()
      await consumer.stop()
      await relay.stop()
      await kafka.close()
      await connection.dropDatabase()
      await connection.close()
    },
  }
}

/** The teacher is approved and shows the profile, as the others tell it. */
export async function list(world: World, { userId }: Identity): Promise<void> {
  const account = { userId, role: 'teacher' as const }
  const personal = { email: 't@example.tn', fullName: 'T', language: 'fr' as const }
  await world.kafka.publish('admin', userId, 1, {
    type: 'user.approved',
    data: { ...account, at: new Date().toISOString(), by: 'root' },
    personal,
  })
  await world.kafka.publish('users', userId, 1, {
    type: 'user.profile-changed',
    data: { ...account, governorateId: 1, profileVisible: true },
    personal: { ...personal, phone: '', location: {}, registrationNotes: '' },
  })
}

export type World = Awaited<ReturnType<typeof start>>
export type Pair = Awaited<ReturnType<typeof connect>>
type Learner = { birthYear?: number | null; minor?: boolean; isChild?: boolean; withGuardian?: boolean }

const person = (userId: string, fullName: string) => ({
  email: `${userId}@example.tn`,
  fullName,
  language: 'fr' as const,
})

/** A teacher who offers Monday to Saturday, and a learner, in an approved connection that the service has heard of. */
export async function connect(
  world: World,
  { birthYear = 2000, minor = false, isChild = false, withGuardian = isChild }: Learner = {},
  teacher: Identity = someone('teacher'),
  student: Identity = someone('student'),
) {
  const parent = someone('parent')
  const connectionId = randomUUID()
  const childId = randomUUID()
  let sequence = 0
  const say = async (
    status: ConnectionStatus,
    type: 'approved' | 'ended' | 'changed',
    guardians?: string[],
    /** The account that a child has become. */
    grown?: string,
    /** What was learned of the learner since. */
    more: { videoWithdrawn?: boolean; learnerBirthYear?: number } = {},
  ) => {
    sequence++
    const guardianIds = guardians ?? (withGuardian ? [parent.userId] : [])
    await world.kafka.publish('users', connectionId, sequence, {
      type: `connection.${type}`,
      data: {
        connectionId,
        status,
        teacherId: teacher.userId,
        ...(grown ? { studentId: grown } : isChild ? { childId } : { studentId: student.userId }),
        guardianIds,
        requesterId: isChild ? parent.userId : student.userId,
        subject: 'mathematics',
        minor,
        learnerBirthYear: birthYear,
        needs: { teacher: 'agreed', guardian: 'none', admin: 'none' },
        requestedAt: new Date().toISOString(),
        at: new Date().toISOString(),
        ...more,
      },
      personal: {
        teacher: person(teacher.userId, 'Teacher Example'),
        student:
          isChild && !grown
            ? { fullName: 'Adam', language: 'fr' }
            : person(student.userId, 'Student Example'),
        guardians: guardianIds.map((userId) => ({ ...person(userId, 'Parent Example'), userId })),
        message: '',
        note: '',
      },
    })
    const heard = sequence
    await eventually(async () => {
      // `as`: what a projection keeps
      const row = (await world.models.connections.findById(connectionId).lean()) as {
        src?: { users?: number }
      } | null
      return (row?.src?.users ?? 0) >= heard
    })
  }
  await say('approved', 'approved')
  return { connectionId, childId, teacher, student, parent, say }
}

/** Offers these hours every Monday to Saturday. */
export async function offer(world: World, teacher: Identity, hours = [8, 9, 10, 11, 12, 15, 16, 17, 18, 19]) {
  const days = [1, 2, 3, 4, 5, 6]
  await world.call('POST /availability/save', {
    as: teacher,
    body: {
      week_offset: 0,
      availability: days.flatMap((day) =>
        hours.map((hour) => ({ day_of_week: day, hour, is_available: true })),
      ),
    },
  })
}

type Wish = Partial<{
  connectionId: string
  date: string
  hour: number
  durationMinutes: number
  type: string
  weeks: number
  place: string
  meetingLink: string
  parentPresent: boolean
}>

export function book(world: World, as: Identity, wish: Wish) {
  const body = { durationMinutes: 60, type: 'online', hour: 9, ...wish }
  return world.call('POST /sessions', { as, body })
}
