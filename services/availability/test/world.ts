import { randomUUID } from 'node:crypto'
import type { Lesson } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { ConnectionStatus } from '@darsi/contracts/calls/users/connections-api.ts'
import type { EducationLevel, SessionType } from '@darsi/contracts/reference/levels.ts'
import { noticeHours } from '@darsi/contracts/rules/lesson-times.ts'
import { createOutbox } from '@darsi/kit/events/outbox.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { declaredOn } from '@darsi/kit/mongo/collection.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { testBus } from '@darsi/kit/testing/events.ts'
import { startMessaging } from '@darsi/kit/testing/messaging.ts'
import {
  eventually,
  serve,
  silentLog,
  someone,
  type TestAnswer,
  testEventKey,
  testGateway,
  testServers,
  unique,
} from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeEach } from '@jest/globals'
import { createAvailabilityApp } from '../src/app.ts'
import { defaultMeetingHosts } from '../src/config.ts'
import { consumes } from '../src/events.ts'
import { createCollections, createParts, outboxed } from '../src/parts.ts'

export const publicUrl = 'https://darsi.example'

/** A Thursday, 11:00 in Tunis. */
export const thursday = new Date('2026-11-19T10:00:00Z')

/**
 * The service for one test file. Each test begins at `thursday` and moves the clock by `clock.now = …`, unless the file
 * has a clock of its own.
 */
export async function worldOfFile(now?: () => Date) {
  const clock = { now: thursday }
  const world = await start(now ?? (() => clock.now))
  beforeEach(() => {
    clock.now = thursday
  })
  afterAll(() => world.close())
  return { world, clock }
}

/** The whole service on the real servers, with a database, topics and a clock of its own. */
async function start(now: () => Date) {
  const kafka = await testBus()
  const connection = await connectMongo(testServers().mongoUrl, unique('availability'))
  const collections = createCollections(connection)
  await syncIndexes(connection)
  await keepForever(connection)
  const outbox = createOutbox({ producer: 'availability', sealer: kafka.trustOf('availability') })
  const open = (clock = now) =>
    createParts({
      ...{ connection, collections, outbox, now: clock },
      ...{ feedSealer: createSealer(testEventKey), publicUrl },
      meetingHosts: defaultMeetingHosts.split(','),
    })
  const parts = open()
  const consumed = consumes(parts)
  const quiet = await startMessaging({
    ...{ kafka, service: 'availability', outboxed: outboxed(collections), outbox, consumes: consumed },
  })
  const gateway = await testGateway('availability')
  const app = createAvailabilityApp({
    parts,
    verifyIdentity: gateway.verifyIdentity,
    log: silentLog,
    metrics: createMetrics('availability'),
    ready: async () => {},
    now: Date.now,
  })
  const served = await serve(app, gateway)

  return {
    kafka,
    collections,
    parts,
    outbox,
    /** Another process on the same database, perhaps with another clock. */
    another: open,
    connection,
    consumes: consumed,
    /** From now on only the test delivers events, and the service's own events stay in its outboxes. */
    quiet,
    call: served.call,
    url: served.url,
    close: async () => {
      await served.close()
      await quiet()
      await kafka.close()
      await connection.dropDatabase()
      await connection.close()
    },
  }
}

/** By the server's own clock the lessons of the tests are over: it would remove their claims at any moment. */
async function keepForever(connection: Awaited<ReturnType<typeof connectMongo>>): Promise<void> {
  for (const [name, indexes] of declaredOn(connection))
    for (const { key, expireAfterSeconds } of indexes)
      if (expireAfterSeconds !== undefined)
        await connection.collection(name).dropIndex(`${Object.keys(key).join()}_1`)
}

/** Publishes that the teacher is approved and shows the profile. */
export async function publishListed(
  world: World,
  { userId }: Identity,
  sessionTypes: SessionType[] = ['online'],
): Promise<void> {
  const account = { userId, role: 'teacher' as const }
  const personal = { email: 't@example.tn', fullName: 'T', language: 'fr' as const }
  await world.kafka.publish('admin', userId, 1, {
    type: 'user.approved',
    data: { ...account, at: new Date().toISOString(), by: 'root' },
    personal,
  })
  await world.kafka.account.profileChanged({ ...account, sessionTypes, ...personal, phone: '' })
}

export type World = Awaited<ReturnType<typeof start>>
/** A later event about the connection. */
type Change = {
  guardians?: string[]
  /** The account that a child has got. */
  accountId?: string
  /** Of a minor's account. */
  childId?: string
  videoWithdrawn?: boolean
  learnerBirthYear?: number
  minor?: boolean
  learnerLevel?: EducationLevel
  blockedBy?: string[]
}
type Learner = {
  birthYear?: number | null
  minor?: boolean
  isChild?: boolean
  withGuardian?: boolean
  level?: EducationLevel
  subject?: string
}

const person = (userId: string, fullName: string) => ({
  email: `${userId}@example.tn`,
  fullName,
  language: 'fr' as const,
})

/** A child without an account, added by its parent. */
export const childOf = (birthYear: number): Learner => ({ birthYear, minor: true, isChild: true })

/** A teacher who offers Monday to Saturday, and a learner, in an approved connection that the service knows. */
export async function connect(
  world: World,
  {
    birthYear = 2000,
    minor = false,
    isChild = false,
    withGuardian = isChild,
    level,
    subject = 'mathematics',
  }: Learner = {},
  teacher: Identity = someone('teacher'),
  student: Identity = someone('student'),
) {
  const parent = someone('parent')
  const connectionId = randomUUID()
  const childId = randomUUID()
  let sequence = 0
  let childName = 'Adam'
  const publishChange = async (
    status: ConnectionStatus,
    type: 'approved' | 'ended' | 'changed' | 'suspended' | 'reopened',
    { guardians, accountId, ...learner }: Change = {},
  ) => {
    sequence++
    const guardianIds = guardians ?? (withGuardian ? [parent.userId] : [])
    const event = connectionOf(
      `connection.${type}`,
      {
        ...{ connectionId, status, teacherId: teacher.userId, guardianIds, subject, minor },
        ...(accountId ? { studentId: accountId } : isChild ? { childId } : { studentId: student.userId }),
        requesterId: isChild ? parent.userId : student.userId,
        learnerBirthYear: birthYear,
        ...(level && { learnerLevel: level }),
        ...learner,
      },
      {
        teacher: person(teacher.userId, 'Teacher Example'),
        student:
          isChild && !accountId
            ? { fullName: childName, language: 'fr' }
            : person(student.userId, 'Student Example'),
        guardians: guardianIds.map((userId) => ({ ...person(userId, 'Parent Example'), userId })),
      },
    )
    await world.kafka.publish('users', connectionId, sequence, event)
    const published = sequence
    await eventually(async () => {
      const applied = { _id: connectionId, 'src.users': { $gte: published } }
      return (await world.collections.connections.countDocuments(applied)) === 1
    })
  }
  await publishChange('approved', 'approved')
  const rename = (firstName: string) => {
    childName = firstName
    return publishChange('approved', 'changed')
  }
  return { connectionId, childId, teacher, student, parent, publishChange, rename }
}

/** Offers these hours every Monday to Saturday, with the least notice that a teacher can choose. */
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
  if (teacher.role === 'teacher')
    await world.call('PUT /availability/notice', { as: teacher, body: { hours: noticeHours.least } })
}

/** As `connect`; the teacher offers hours too. */
export async function pair(...args: Parameters<typeof connect>) {
  const made = await connect(...args)
  await offer(args[0], made.teacher)
  return made
}

type Wish = Partial<{
  connectionId: string
  date: string
  hour: number
  durationMinutes: number
  type: string
  weeks: number
  leaveOut: string[]
  place: string
  meetingLink: string
  notes: string
  parentPresent: boolean
}>

export function book(world: World, as: Identity, wish: Wish) {
  const body = { durationMinutes: 60, type: 'online', hour: 9, ...wish }
  return world.call('POST /sessions', { as, body })
}

/** The process dies before it closes the bookings of this work: they stay open, with their content. */
export async function leaveOpen<T>({ parts: { bookingStore } }: World, work: () => Promise<T>): Promise<T> {
  const { close } = bookingStore
  bookingStore.close = async () => {}
  try {
    return await work()
  } finally {
    bookingStore.close = close
  }
}

// `as`: the declared answers
export const lessonsOf = ({ body }: TestAnswer) => (body['data'] as Lesson[] | undefined) ?? []
export const lessonOf = ({ body }: TestAnswer) => body['data'] as Lesson

export function firstOf(answer: TestAnswer): Lesson {
  const [lesson] = lessonsOf(answer)
  if (!lesson) throw new Error(JSON.stringify(answer.body))
  return lesson
}

/** The lesson as this party sees it now. */
export const viewLesson = async (world: World, as: Identity, { id }: Pick<Lesson, 'id'>) =>
  lessonOf(await world.call(`GET /sessions/${id}`, { as }))
