import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Classroom, ClassroomSeat } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import type { ConnectionStatus } from '@darsi/contracts/calls/users/connections-api.ts'
import { boardPath, boardProtocol } from '@darsi/contracts/rules/board-socket.ts'
import type { GroupAudience } from '@darsi/contracts/rules/groups.ts'
import { createOutbox } from '@darsi/kit/events/outbox.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { createStorage } from '@darsi/kit/storage/create-storage.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { testBus } from '@darsi/kit/testing/events.ts'
import { startMessaging } from '@darsi/kit/testing/messaging.ts'
import {
  dataOf,
  eventually,
  serve,
  silentLog,
  someone,
  testEventKey,
  testGateway,
  testServers,
  unique,
} from '@darsi/kit/testing/testing.ts'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { afterAll } from '@jest/globals'
import { WebSocket } from 'ws'
import { Doc } from 'yjs'
import { createClassroomApp } from '../src/app.ts'
import { startClassroom } from '../src/classroom.ts'
import { consumes } from '../src/events.ts'
import { createLiveKit } from '../src/media/livekit.ts'
import { createCollections, outboxed } from '../src/parts.ts'

const publicUrl = 'https://darsi.example'
export const mediaSecret = 'a secret of forty characters for a test.'

export type World = Awaited<ReturnType<typeof start>>

type Options = { mediaUrl?: string; redisUrl?: string }

/** One world for the tests of a file. */
export async function worldOfFile(options: Options = {}) {
  const world = await start(options)
  afterAll(() => world.close())
  return world
}

/** The whole service on the real servers, with its own database, topics and clock. */
export async function start({ mediaUrl, redisUrl = testServers().redisUrl }: Options = {}) {
  let aheadMs = 0
  const atEnd: (() => void)[] = []
  const now = () => new Date(Date.now() + aheadMs)
  const kafka = await testBus()
  const connection = await connectMongo(testServers().mongoUrl, unique('classroom'))
  const collections = createCollections(connection)
  await syncIndexes(connection)
  const outbox = createOutbox({ producer: 'classroom', sealer: kafka.trustOf('classroom') })
  const gateway = await testGateway('classroom')
  const engine = createLiveKit({ url: mediaUrl, key: 'darsi', secret: mediaSecret, log: silentLog })
  const folder = await mkdtemp(join(tmpdir(), 'darsi-boards-'))
  const storage = createStorage({ FILE_STORAGE: pathToFileURL(folder).href, S3_REGION: 'auto' })
  const options = {
    ...{ connection, collections, outbox, engine, publicUrl, now },
    ...{ verifyIdentity: gateway.verifyIdentity, log: silentLog },
    redisUrl,
    storage,
    sealer: createSealer(testEventKey),
  }
  const classroom = startClassroom(options)
  classroom.start()
  const { parts } = classroom
  const consumed = consumes(parts)
  const quiet = await startMessaging({
    ...{ kafka, service: 'classroom', outboxed: outboxed(collections), outbox, consumes: consumed },
  })
  const app = createClassroomApp({
    ...{ parts, verifyIdentity: gateway.verifyIdentity, log: silentLog },
    metrics: createMetrics('classroom'),
    ready: async () => {},
    now: Date.now,
  })
  const served = await serve(app, gateway)
  served.server.on('upgrade', classroom.upgrade)

  return {
    ...{ kafka, collections, connection, parts, engine, now, storage, consumes: consumed },
    redis: classroom.redis,
    call: served.call,
    url: served.url,
    headers: (as: Identity | null = null) => gateway.headersFor(as),
    /** Moves the clock of the service. */
    pass: (ms: number) => {
      aheadMs += ms
    },
    /** From now on only the test delivers events; the service's own stay in its outboxes. */
    quiet,
    /** Calls it before the service is stopped. */
    atEnd: (close: () => void) => void atEnd.push(close),
    close: async () => {
      for (const close of atEnd) close()
      await classroom.stopSockets()
      await served.close()
      await quiet()
      await classroom.stop()
      await kafka.close()
      await connection.dropDatabase()
      await connection.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const person = (userId: string, fullName: string) => ({
  ...{ email: `${userId}@example.tn`, fullName, language: 'fr' as const, userId },
})

export type Lesson = Awaited<ReturnType<typeof lessonOf>>
type Learner = { birthYear: number; minor: boolean; withGuardian: boolean }
/** A seat of a group hour; the names show who is who. */
type InGroup = {
  groupId?: string
  teacher?: Identity
  name?: string
  inClassroom?: boolean
  audience?: GroupAudience
}
export const child: Learner = { birthYear: 2017, minor: true, withGuardian: true }
export const adult: Learner = { birthYear: 2000, minor: false, withGuardian: false }

/** An online lesson that starts now, of an approved connection; the service has received both. */
export async function lessonOf(
  world: World,
  { birthYear, minor, withGuardian }: Learner,
  { groupId, teacher = someone('teacher'), name = 'Amina', inClassroom = true, audience }: InGroup = {},
) {
  const [student, parent] = [someone('student'), someone('parent')]
  const [sessionId, connectionId] = [randomUUID(), randomUUID()]
  const guardianIds = withGuardian ? [parent.userId] : []
  const startsAt = world.now()
  const at = startsAt.toISOString()
  let [connections, sessions] = [0, 0]
  const seat = {
    ...{ price: 20, capacity: 4, level: 'secondary' as const },
    audience: audience ?? (minor ? ('minors' as const) : ('adults' as const)),
  }

  const publishConnection = async (
    status: ConnectionStatus,
    type: 'approved' | 'ended' | 'changed' | 'suspended',
    change: {
      videoWithdrawn?: boolean
      minor?: boolean
      guardianIds?: string[]
      studentId?: string | undefined
      childId?: string
    } = {},
  ) => {
    const sequence = ++connections
    const event = connectionOf(
      `connection.${type}`,
      {
        ...{ connectionId, status, teacherId: teacher.userId, studentId: student.userId, guardianIds, minor },
        ...{ requesterId: student.userId, learnerBirthYear: birthYear, at, ...change },
      },
      {
        teacher: person(teacher.userId, 'Sami Trabelsi'),
        student: person(student.userId, `${name} Ben Salah`),
        guardians: guardianIds.map((userId) => person(userId, 'Leila Ben Salah')),
      },
    )
    await world.kafka.publish('users', connectionId, sequence, event)
    const applied = { _id: connectionId, 'src.users': { $gte: sequence } }
    await eventually(async () => (await world.collections.connections.countDocuments(applied)) === 1)
  }
  const publishLesson = async (
    type: 'session.booked' | 'session.held' | 'session.cancelled' | 'session.moved',
    laterMs = 0,
  ) => {
    const sequence = ++sessions
    const status = type === 'session.cancelled' ? 'cancelled' : 'upcoming'
    const from = new Date(startsAt.getTime() + laterMs)
    await world.kafka.publish('availability', sessionId, sequence, {
      type,
      data: {
        // what only some of the types have
        ...{ cause: 'party', previousStartsAt: at },
        ...{
          sessionId,
          connectionId,
          teacherId: teacher.userId,
          studentId: student.userId,
          guardianIds,
          minor,
        },
        ...{ subject: 'mathematics', status, startsAt: from.toISOString(), durationMinutes: 30 },
        ...{ type: 'online', revision: 0 },
        endsAt: new Date(from.getTime() + 30 * 60_000).toISOString(),
        ...{
          announces: [],
          at,
          ...(groupId && { group: { ...seat, groupId, ...(inClassroom && { inClassroom }) } }),
        },
      },
      personal: { guardians: [], place: '', meetingLink: '', notes: '', reason: '' },
    })
    const applied = { _id: sessionId, 'src.availability': { $gte: sequence } }
    await eventually(async () => (await world.collections.rooms.countDocuments(applied)) === 1)
  }
  await publishConnection('approved', 'approved')
  await publishLesson('session.booked')
  const roomId = inClassroom ? (groupId ?? sessionId) : sessionId
  return { sessionId, roomId, connectionId, teacher, student, parent, publishConnection, publishLesson }
}

const roomIn = ({ body }: { body: Record<string, unknown> }) => dataOf<Classroom>({ body })

/** The status of an upgrade: 101 for one that is accepted. */
export async function upgradeStatus(
  { url }: Pick<World, 'url'>,
  path: string,
  protocols: string[],
  headers: Record<string, string>,
): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, protocols, { headers })
  return new Promise((resolve) => {
    socket.on('open', () => {
      resolve(101)
      socket.close()
    })
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
  })
}

/** Enters and opens the board's socket, as a tab does; it is closed with the world. */
export async function tabOf(
  world: World,
  { sessionId, roomId }: Lesson,
  as: Identity,
  device: string = randomUUID(),
) {
  const enter = async (takeOver = false) => {
    const answer = await world.call(`POST /classroom/${sessionId}/enter`, { as, body: { device, takeOver } })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body['data'] as ClassroomSeat
  }
  const messages: string[] = []
  const headers = await world.headers()
  const seat = await enter()
  let { ticket } = seat
  class Socket extends WebSocket {
    constructor(url: string) {
      super(url, [boardProtocol, `ticket.${ticket}`], { headers })
      // `ws` emits an error when a socket is closed while it still connects, without a listener at that time: otherwise
      // a test that ends during a reconnection would end the whole file.
      this.on('error', () => {})
    }
  }
  const websocketProvider = new HocuspocusProviderWebsocket({
    url: `${world.url.replace('http', 'ws')}${boardPath}`,
    WebSocketPolyfill: Socket,
  })
  const document = new Doc()
  const provider = new HocuspocusProvider({
    ...{ websocketProvider, document, name: `${roomId}/${seat.boardPages[0]?.id}`, token: 'seat' },
    onStateless: ({ payload }) => void messages.push(payload),
  })
  const close = () => {
    provider.destroy()
    websocketProvider.destroy()
  }
  world.atEnd(close)
  provider.attach()
  await eventually(async () => provider.isSynced)
  // the board may answer before the seat is noted
  const seated = { userId: as.userId, device, seenAt: { $ne: null } }
  await eventually(async () => (await world.collections.seats.countDocuments(seated)) > 0)
  const call = (key: string, body?: object) => {
    const [method, path = ''] = key.split(' ')
    return world.call(`${method} /classroom/${sessionId}${path}`, { as, ...(body && { body }) })
  }
  return {
    ...{ as, device, document, messages, enter, call, provider, strokes: document.getMap<number>('strokes') },
    room: async () => roomIn(await call('GET ')),
    /** Opens another page on the same socket. */
    open: (page: string) =>
      new Promise<Doc | 'refused'>((resolve) => {
        const opened = new Doc()
        const other = new HocuspocusProvider({
          ...{ websocketProvider, document: opened, name: `${roomId}/${page}`, token: 'seat' },
          onSynced: () => resolve(opened),
          onAuthenticationFailed: () => resolve('refused'),
        })
        other.attach()
      }),
    isOpen: () => websocketProvider.status === 'connected',
    renew: async () => {
      ticket = (await enter()).ticket
    },
    leave: async () => {
      await call('POST /leave', { device })
      close()
    },
    close,
  }
}
export type Tab = Awaited<ReturnType<typeof tabOf>>

/** A lesson with teacher and learner in the room. */
export async function openBoth(world: World, learner: Learner) {
  const lesson = await lessonOf(world, learner)
  const teacher = await tabOf(world, lesson, lesson.teacher)
  return { lesson, teacher, student: await tabOf(world, lesson, lesson.student) }
}

/** Two learners of one group hour. */
export async function groupOf(world: World, learner: Learner) {
  const [groupId, teacher] = [randomUUID(), someone('teacher')]
  const one = await lessonOf(world, learner, { groupId, teacher, name: 'Amina' })
  const two = await lessonOf(world, learner, { groupId, teacher, name: 'Youssef' })
  return { one, two, teacher, groupId }
}

/** A group that is live, with everybody in the room; the teacher entered through the first seat. */
export async function liveGroup(world: World, learner: Learner) {
  const group = await groupOf(world, learner)
  const { one, two, teacher } = group
  const lead = await tabOf(world, one, teacher)
  const first = await tabOf(world, one, one.student)
  const second = await tabOf(world, two, two.student)
  if (learner.withGuardian) {
    await tabOf(world, one, one.parent)
    await tabOf(world, two, two.parent)
  }
  const { status } = await lead.call('POST /admit')
  if (status !== 200) throw new Error(`not admitted: ${status}`)
  return { ...group, lead, first, second }
}
