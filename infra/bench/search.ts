import { setTimeout as sleep } from 'node:timers/promises'
import type { TeacherFilters } from '@darsi/contracts/calls/users/teachers-api.ts'
import { selectableSlots, slotCode } from '@darsi/contracts/reference/hours.ts'
import mongoose from 'mongoose'
import { plainScan } from '../../services/users/src/teachers/index/plain-scan.ts'
import { dayOf, type Teacher } from '../../services/users/src/teachers/teacher.ts'
import { listedTeacher, type TeacherDocument } from '../../services/users/src/teachers/teacher-document.ts'
import { teacherMaker } from '../../services/users/src/teachers/testing-teachers.ts'
import { fitsSlot } from '../../services/users/src/teachers/week.ts'
import type { Site } from '../local/site/site.ts'
import { type Caller, createCaller } from '../local/trials/loopback.ts'
import { cpuOf, cpuPerCall, memoryOf } from '../local/trials/processes.ts'
import { print, quantile, withTrialSite } from '../local/trials/trial.ts'
import { type Asker, documentOf, logIn, register } from './search-people.ts'

/** `npm run bench -- search 1000 100000` measures only these sizes. */
const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [1000, 10_000, 100_000, 1_000_000]
const perSecond = 50
const compared = 1000
/** A plain scan of a million takes a second; comparisons that do not fit into this time are reported. */
const compareMs = 240_000
/** A token is valid for ten minutes. */
const askedWithOneToken = 100
const askerCount = 20
const today = dayOf(new Date())
const make = teacherMaker(20_261_121, today)

type Session = Asker & { headers: Record<string, string> }
/** Our ids are strings. */
type Collection = mongoose.mongo.Collection<TeacherDocument>
type World = {
  site: Site
  caller: Caller
  askers: readonly Asker[]
  collection: Collection
  teachers: Teacher[]
}

/**
 * The search through the gateway over 1,000 to 1,000,000 generated teachers: open load of mixed filters, the same
 * queries by database indexes, equality with a plain scan, memory, and start time of a new process.
 */
export async function run(): Promise<void> {
  const only = ['gateway', 'auth', 'users', 'availability', 'classroom', 'admin', 'notifications']
  const act = async (site: Site) => {
    const caller = createCaller(site.url)
    // without the services' time-outs: these queries may take the database longer
    const client = await mongoose.mongo.MongoClient.connect(site.servers.MONGO_URL)
    const collection: Collection = client.db('darsi-users').collection('teachers')
    // built over a million documents they would take the database minutes
    for (const index of databaseIndexes) await collection.createIndex(index)
    const seekers = Array.from({ length: askerCount }, () => ({
      ...make.seeker(),
      slots: make.seeker().slots ?? [108],
    }))
    const askers = await register(caller, seekers)
    const world: World = { site, caller, askers, collection, teachers: [] }
    await queryAll(world, 100)
    const empty = residentBytes(site)
    for (const size of sizes) await measure(world, size, empty)
    await restart(world)
    caller.close()
    await client.close()
  }
  await withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000', DEMO: 'false' }, act, only)
}

async function measure(world: World, size: number, emptyBytes: number): Promise<void> {
  const seconds = await grow(world, size)
  const bytes = (residentBytes(world.site) - emptyBytes) / size
  print(
    `${size} teachers, found ${seconds.toFixed(1)} s after the last insert; ${Math.round(bytes)} bytes each of resident memory`,
  )
  await settle(world)
  await queryAll(world, 200)
  const count = size === sizes.at(-1) ? 1500 : 500
  const before = cpuOf(world.site.processes)
  const { times: load, refused } = await openLoad(world, count)
  const cpu = cpuPerCall(world.site.processes, before, count)
  print(`  ${perSecond}/s through the gateway: ${line(load)}; ${refused} of ${count} answered 503`)
  print(`  CPU per search: ${cpu}`)
  const database = await byDatabase(world)
  print(
    `  by indexes of the database, filters and count alone: ${line(database)} (${database.length} queries, one at a time, without ranking)`,
  )
  const [p50, p99] = [0.5, 0.99].map((q) => (quantile(load, q) / quantile(database, q)).toFixed(2))
  print(`  through the gateway ÷ by the database: p50 ${p50} times, p99 ${p99} times`)
  print(`  CPU of users for each changed teacher: ${(await change(world)).toFixed(3)} ms`)
  print(`  ${await compareAll(world)}`)
}

async function grow({ collection, teachers, caller, askers }: World, size: number): Promise<number> {
  while (teachers.length < size) {
    const count = Math.min(500, size - teachers.length)
    const batch = Array.from({ length: count }, (_, offset) =>
      documentOf(make.teacher(teachers.length + offset)),
    )
    await collection.insertMany(batch, { ordered: false })
    for (const document of batch) {
      const teacher = listedTeacher(document)
      if (teacher) teachers.push(teacher)
    }
  }
  const started = performance.now()
  const headers = await logIn(caller, askers[0]?.email ?? '')
  for (;;) {
    const { status, body } = await caller.call('GET /teachers?limit=1&reach=anywhere', { headers })
    const seconds = (performance.now() - started) / 1000
    if (JSON.parse(body).total === size) return seconds
    if (seconds > 60) throw new Error(`not all ${size} teachers are found: ${status} ${body.slice(0, 200)}`)
    await sleep(100)
  }
}

/** After a million inserts the stand-in database tidies its files for minutes, with both cores. */
async function settle({ site }: World): Promise<void> {
  const cpuMs = () => cpuOf(site.processes).get('mongo') ?? 0
  const until = performance.now() + 300_000
  for (let before = cpuMs(); performance.now() < until; ) {
    await sleep(2000)
    const after = cpuMs()
    if (after - before < 200) return
    before = after
  }
}

/**
 * Each of some teachers becomes full and has places again.
 * @returns CPU milliseconds of the search's process for each change: its delivery, and its place in the index
 */
async function change({ site, collection, teachers }: World): Promise<number> {
  const cpuMs = () => cpuOf(site.processes).get('users') ?? 0
  const before = cpuMs()
  const changed = teachers.slice(0, 10_000)
  for (const isBack of [false, true])
    for (let from = 0; from < changed.length; from += 500)
      await collection.bulkWrite(
        changed.slice(from, from + 500).map(({ id, full }) => ({
          updateOne: { filter: { _id: id }, update: { $set: { full: isBack ? full : !full } } },
        })),
        { ordered: false },
      )
  let after = cpuMs()
  for (let earlier = before; after - earlier > 200; after = cpuMs()) {
    earlier = after
    await sleep(2000)
  }
  return (after - before) / (2 * changed.length)
}

const logInAll = ({ caller, askers }: World): Promise<Session[]> =>
  Promise.all(askers.map(async (asker) => ({ ...asker, headers: await logIn(caller, asker.email) })))

/** Runs some queries one after the other to warm up. */
async function queryAll(world: World, count: number): Promise<void> {
  const sessions = await logInAll(world)
  for (let number = 0; number < count; number++)
    await ask(world.caller, sessions, number, make.query().filters)
}

async function search(caller: Caller, sessions: readonly Session[], number: number, filters: TeacherFilters) {
  const session = sessions[number % sessions.length]
  if (!session) throw new Error('nobody to ask')
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) query.set(name, String(value))
  const answer = await caller.call(`GET /teachers?${query}`, { headers: session.headers })
  return { ...answer, seeker: session.seeker }
}

async function ask(...of: Parameters<typeof search>): ReturnType<typeof search> {
  const answer = await search(...of)
  if (answer.status !== 200) throw new Error(`search answered ${answer.status} ${answer.body}`)
  return answer
}

/** Sends at a fixed rate, independent of the answers; latency counts from the time when the query was due. */
async function openLoad(world: World, count: number): Promise<{ times: number[]; refused: number }> {
  const sessions = await logInAll(world)
  const queries = Array.from({ length: count }, () => make.query().filters)
  const started = performance.now()
  let refused = 0
  const times = await Promise.all(
    queries.map(async (filters, number) => {
      const due = started + (number * 1000) / perSecond
      await sleep(Math.max(0, due - performance.now()))
      const { status, body } = await search(world.caller, sessions, number, filters)
      if (status === 503) refused++
      else if (status !== 200) throw new Error(`search answered ${status} ${body}`)
      return performance.now() - due
    }),
  )
  return { times, refused }
}

async function compareAll(world: World): Promise<string> {
  let sessions: readonly Session[] = []
  const until = performance.now() + compareMs
  let equal = 0
  for (let number = 0; number < compared; number++) {
    if (performance.now() > until)
      return `equal to a plain scan: ${equal} of ${number} queries that there was time for`
    if (number % askedWithOneToken === 0) sessions = await logInAll(world)
    const { filters } = make.query()
    const { body, seeker } = await ask(world.caller, sessions, number, filters)
    const { data, total } = JSON.parse(body)
    const wanted = plainScan(world.teachers, { filters, seeker, today })
    const ids = data.map(({ id }: { id: string }) => id)
    const isEqual =
      total === wanted.length &&
      ids.join() ===
        wanted
          .slice(0, 20)
          .map(({ id }) => id)
          .join()
    if (isEqual) equal++
    else print(`  not equal: ${JSON.stringify(filters)}, ${total} and ${wanted.length}`)
  }
  return `equal to a plain scan: ${equal} of ${compared} queries`
}

const databaseIndexes = [
  { 'profile.governorateId': 1, 'profile.subjects': 1 },
  { 'profile.subjects': 1 },
] as const

async function byDatabase({ collection }: World): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + 60_000
  while (times.length < 200 && performance.now() < until) {
    const { name, radius, reach, section, ...filters } = make.query().filters
    // not possible with a database index
    if (name !== undefined || radius !== undefined) continue
    const started = performance.now()
    const filter = databaseFilter(filters)
    await Promise.all([collection.find(filter).limit(20).toArray(), collection.countDocuments(filter)])
    times.push(performance.now() - started)
  }
  return times
}

function databaseFilter(filters: TeacherFilters): Record<string, unknown> {
  const { subject, level, governorate, delegation, sessionType, language, maxRate, day, hour } = filters
  const codes = selectableSlots.map(slotCode)
  return {
    ...(governorate !== undefined && { 'profile.governorateId': governorate }),
    ...(delegation !== undefined && { 'profile.delegationId': delegation }),
    ...(subject && { 'profile.subjects': subject }),
    ...(level && { 'profile.levels': level }),
    ...(sessionType && { 'profile.sessionTypes': sessionType }),
    ...(language && { 'profile.languages': language }),
    ...(maxRate !== undefined && { 'profile.hourlyRate': { $ne: null, $lte: maxRate } }),
    ...((day !== undefined || hour !== undefined) && {
      slots: { $in: codes.filter((code) => fitsSlot(code, { day, hour })) },
    }),
  }
}

async function restart(world: World): Promise<void> {
  const { site, caller, teachers } = world
  const started = performance.now()
  // ready once the index is loaded, and the stand-in database reads a million documents in minutes
  await site.restart('users', 900_000)
  const serving = performance.now() - started
  const sessions = await logInAll(world)
  for (;;) {
    const { status, body } = await caller.call('GET /teachers?limit=1&reach=anywhere', {
      headers: sessions[0]?.headers ?? {},
    })
    if (status === 200 && JSON.parse(body).total === teachers.length) break
    await sleep(200)
  }
  const found = (performance.now() - started) / 1000
  print(
    `a new process serves profiles after ${(serving / 1000).toFixed(1)} s and finds all ${teachers.length} after ${found.toFixed(1)} s`,
  )
}

const residentBytes = (site: Site) => memoryOf(site.process('users').pid()) * 1024 * 1024

const line = (values: readonly number[]) =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`
