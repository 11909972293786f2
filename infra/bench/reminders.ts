import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { LessonDocument } from '../../services/availability/src/lessons/lesson-store.ts'
import type { ConnectionRow, PersonRow } from '../../services/availability/src/parties/party.ts'
import { endGroup, signalGroup, spawnGroup } from '../local/process/groups.ts'
import { nodeBinary, root, serviceFlags } from '../local/process/paths.ts'
import { freePorts } from '../local/process/ports.ts'
import type { Site } from '../local/site/site.ts'
import { cpuOf } from '../local/trials/processes.ts'
import { print, withTrialSite } from '../local/trials/trial.ts'

const count = Math.min(Number(process.argv[3] ?? 125_000), 500_000)
/** Lessons of one connection. */
const perConnection = 10
const goal = 125_000 / 600

type World = { site: Site; database: Connection }
type Replica = Awaited<ReturnType<typeof startReplica>>

/**
 * The reminders of 125,000 lessons of one hour by two replicas of availability, events published; beside it one replica,
 * and two of which one is killed in the middle. `npm run bench -- reminders 20000` for another number: the
 * local stand-in of MongoDB reads every row of the collection for each lease, so there the rate falls with it.
 */
export async function run(): Promise<void> {
  await withTrialSite({ DEMO: 'false' }, act, ['availability'])
}

async function act(site: Site): Promise<void> {
  await site.process('availability').stop()
  const database = await connectMongo(site.servers.MONGO_URL, 'darsi-availability')
  const world = { site, database }
  try {
    await indexVersions(database)
    const alone = await measure(world, { name: 'one replica', lessons: Math.ceil(count / 5), replicas: 1 })
    const shared = await measure(world, { name: 'two replicas', lessons: count, replicas: 2 })
    await measure(world, {
      name: 'two replicas, one killed',
      lessons: Math.ceil(count / 10),
      replicas: 2,
      kill: true,
    })
    print(
      `two replicas send ${(shared / alone).toFixed(2)} times as many a second as one, and ${(shared / goal).toFixed(1)} times the ${goal.toFixed(0)} a second of 125,000 in ten minutes`,
    )
  } finally {
    await database.close()
  }
}

/** The local stand-in reads every row for a write by id and version. MongoDB needs only its own index of ids. */
async function indexVersions(database: Connection): Promise<void> {
  await database.collection<LessonDocument>('lessons').createIndex({ _id: 1, v: 1 })
}

type Trial = { name: string; lessons: number; replicas: number; kill?: boolean }

/** @returns reminders a second, from the first one sent to the last event published */
async function measure(world: World, { name, lessons, replicas, kill = false }: Trial): Promise<number> {
  const rows = world.database.collection<LessonDocument>('lessons')
  const running: Replica[] = []
  try {
    for (let number = 0; number < replicas; number++) running.push(await startReplica(world.site))
    // one write makes all of them due at once, while the replicas run
    await insertLessons(world.database, lessons)
    const due = new Date(Date.now() - 1000)
    const started = performance.now()
    const cpu = cpuOf(world.site.processes).get('mongo') ?? Number.NaN
    await rows.updateMany({ remindKind: '1h', status: 'upcoming' }, { $set: { remindAt: due } })
    let isKilled = !kill
    for (let left = lessons; left > 0; await sleep(2000)) {
      left = await rows.countDocuments({ remindAt: { $gt: new Date(0) } })
      if (left === 0) left = await rows.countDocuments({ outboxAt: { $exists: true } })
      if (!isKilled && left < lessons / 2) isKilled = running.at(-1)?.kill() ?? true
      if (performance.now() - started > 30 * 60_000) throw new Error(`${left} reminders were not sent`)
    }
    const seconds = (performance.now() - started) / 1000
    const database = (cpuOf(world.site.processes).get('mongo') ?? Number.NaN) - cpu
    const once = await rows.countDocuments({ v: 2 })
    if (once !== lessons) throw new Error(`${lessons - once} of ${lessons} lessons have not one event`)
    print(
      `${name}: ${lessons} reminders in ${seconds.toFixed(0)} s, ${(lessons / seconds).toFixed(0)} a second, each once; CPU of the database ${(database / lessons).toFixed(1)} ms each, load average ${loadavg()[0]?.toFixed(1)}`,
    )
    return lessons / seconds
  } finally {
    await Promise.all(running.map((replica) => replica.stop()))
    await rows.deleteMany({})
  }
}

async function startReplica(site: Site) {
  const [port = 0] = await freePorts(1)
  const child = spawnGroup(nodeBinary, [...serviceFlags, 'src/main.ts'], {
    cwd: join(root, 'services', 'availability'),
    env: { ...process.env, ...site.environmentOf('availability'), PORT: String(port) },
    stdio: 'ignore',
  })
  const ready = async () => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
    } catch {
      return false
    }
  }
  const until = performance.now() + 60_000
  while (!(await ready())) {
    if (performance.now() > until) throw new Error('a replica of availability did not start')
    await sleep(200)
  }
  return {
    kill: () => {
      signalGroup(child, 'SIGKILL')
      return true
    },
    stop: () => endGroup(child, 10_000),
  }
}

/** Lessons of the next hour with their connections and people, as events and bookings write them; no reminder is due. */
async function insertLessons(database: Connection, lessons: number): Promise<void> {
  const fast = { ordered: false, writeConcern: { w: 1, journal: false } } as const
  const connections = database.collection<ConnectionRow>('connections')
  const people = database.collection<PersonRow>('people')
  const collection = database.collection<LessonDocument>('lessons')
  await Promise.all([connections.deleteMany({}), people.deleteMany({})])
  const size = 2000
  for (let first = 0; first < lessons; first += size) {
    const numbers = Array.from({ length: Math.min(size, lessons - first) }, (_, index) => first + index)
    await collection.insertMany(numbers.map(lessonRow), fast)
    const pairs = numbers.filter((number) => number % perConnection === 0).map((n) => n / perConnection)
    await connections.insertMany(pairs.map(connectionRow), fast)
    await people.insertMany(pairs.flatMap(peopleOf), fast)
  }
}

function lessonRow(number: number): LessonDocument {
  const pair = Math.floor(number / perConnection)
  const startsAt = new Date(Date.now() + hourMs)
  return {
    ...{
      _id: `lesson-${number}`,
      connectionId: `connection-${pair}`,
      seriesId: null,
      groupId: null,
      token: `booking-${number}`,
    },
    ...{ teacherId: `teacher-${pair}`, studentId: `student-${pair}`, childId: null },
    partyIds: [`teacher-${pair}`, `student-${pair}`],
    ...{
      subject: 'mathematics',
      startsAt,
      endsAt: new Date(startsAt.getTime() + hourMs),
      durationMinutes: 60,
    },
    ...{
      type: 'online',
      place: '',
      meetingLink: '',
      keptLink: '',
      notes: '',
      parentPresent: false,
      status: 'upcoming',
      reason: '',
    },
    ...{
      cause: null,
      bookedBy: `student-${pair}`,
      bookedAt: new Date(),
      completedAt: null,
      reportDueAt: null,
    },
    ...{ revision: 0, heldAt: null, proposedUntil: null, agreedVenue: null, v: 1, outbox: [] },
    ...{ remindAt: null, remindKind: '1h' },
  }
}

function connectionRow(pair: number): ConnectionRow {
  return {
    ...{ _id: `connection-${pair}`, status: 'approved', teacherId: `teacher-${pair}` },
    ...{ studentId: `student-${pair}`, childId: null, guardianIds: [] },
    ...{ partyIds: [`teacher-${pair}`, `student-${pair}`], requesterId: `student-${pair}` },
    ...{
      subject: 'mathematics',
      minor: false,
      learnerBirthYear: 2000,
      learnerLevel: null,
      videoWithdrawn: false,
      blockedBy: [],
      studentName: '',
    },
  }
}

function peopleOf(pair: number): PersonRow[] {
  return ['teacher', 'student'].map((role) => ({
    ...{ _id: `${role}-${pair}`, fullName: 'Trial Person', email: `${role}.${pair}@example.tn` },
    ...{ language: 'fr', role, status: 'approved', erasedAt: null },
  }))
}
