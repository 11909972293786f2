import { randomInt } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { Account } from '../../services/auth/src/accounts/account.ts'
import type { ProfileDocument } from '../../services/users/src/profiles/profile-document.ts'
import { dayOf } from '../../services/users/src/teachers/teacher.ts'
import type { TeacherDocument } from '../../services/users/src/teachers/teacher-document.ts'
import { teacherMaker } from '../../services/users/src/teachers/testing-teachers.ts'
import { tokenOf } from '../fuzz/site.ts'
import type { Site } from '../local/site/site.ts'
import { type Caller, createCaller } from '../local/trials/loopback.ts'
import { cpuOf, cpuPerCall, untilQuiet } from '../local/trials/processes.ts'
import { print, quantile, registerTeachers, someTeacher, withTrialSite } from '../local/trials/trial.ts'
import { insertPeople } from './people-rows.ts'
import { documentOf } from './search-people.ts'

/** `npm run bench -- flat 1000 10000` measures only these sizes. */
const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [1000, 10_000, 100_000]
const rounds = 400
const warmUps = 40
/** Signed-in people per size; their tokens last longer than its calls. */
const readers = 20
/** One teacher in the search index per this many users. */
const perTeacher = 8
const make = teacherMaker(20_261_123, dayOf(new Date()))
const services = ['gateway', 'auth', 'users', 'availability', 'classroom', 'admin', 'notifications']
const fast = { ordered: false, writeConcern: { w: 1, journal: false } } as const

type Person = Pick<
  Account,
  '_id' | 'email' | 'fullName' | 'role' | 'status' | 'createdAt' | 'emailVerifiedAt'
>
type Databases = { auth: Connection; users: Connection; admin: Connection }
type World = {
  site: Site
  caller: Caller
  databases: Databases
  pattern: { account: Account; profile: ProfileDocument }
}
type Ask = { name: string; once: () => Promise<number> }
/** Calls that are measured in turn. */
type Turn = readonly Ask[]
type Times = { p50: number; p99: number }

/**
 * The same calls with 1,000, 10,000 and 100,000 users, one at a time through the gateway: reads in turn, then logins. A
 * call that no number of users can slow down shows how much the machine itself changed between the sizes, and the CPU of
 * each process where the time goes.
 */
export async function run(): Promise<void> {
  await withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000' }, act, services)
}

async function act(site: Site): Promise<void> {
  const caller = createCaller(site.url)
  const open = (name: string) => connectMongo(site.servers.MONGO_URL, `darsi-${name}`)
  const databases = { auth: await open('auth'), users: await open('users'), admin: await open('admin') }
  const world = { site, caller, databases, pattern: await registered(caller, databases) }
  const smallest = new Map<string, Times>()
  for (const size of sizes) {
    await grow(world, size)
    print(`${size} users (load average ${loadavg()[0]?.toFixed(1)}):`)
    for (const asks of await turnsOf(world)) await measure(world.site, asks, smallest)
  }
  caller.close()
  for (const database of Object.values(databases)) await database.close()
}

/** What one registration stores: the pattern of the inserted rows. */
async function registered(caller: Caller, { auth, users }: Databases): Promise<World['pattern']> {
  const [email = ''] = await registerTeachers(caller, 1, 1)
  const until = performance.now() + 60_000
  for (;;) {
    const account = await auth.collection<Account>('accounts').findOne({ email: email.toLowerCase() })
    const profile =
      account && (await users.collection<ProfileDocument>('profiles').findOne({ _id: account._id }))
    if (account && profile) return { account, profile }
    if (performance.now() > until) throw new Error('the registered teacher has no profile')
    await sleep(200)
  }
}

async function grow({ site, caller, databases, pattern }: World, size: number): Promise<void> {
  await insertPeople(databases.admin, size)
  const [accounts, profiles] = [
    databases.auth.collection<Account>('accounts'),
    databases.users.collection<ProfileDocument>('profiles'),
  ]
  const addresses = databases.auth.collection<{ _id: string; accountId: string; at: Date }>('addresses')
  let batch: Person[] = []
  const flush = async () => {
    if (batch.length === 0) return
    // without the events of the pattern, or the relay would publish them again for each copy
    const { outboxAt: _, ...account } = pattern.account
    const { outboxAt: ___, ...profile } = pattern.profile
    const at = new Date()
    await accounts.insertMany(
      batch.map((person) => ({ ...account, ...person, v: 1, outbox: [] })),
      fast,
    )
    await addresses.insertMany(
      batch.map(({ _id, email }) => ({ _id: email, accountId: _id, at })),
      fast,
    )
    await profiles.insertMany(
      batch.map(({ emailVerifiedAt: __, ...person }) => ({ ...profile, ...person, v: 1, outbox: [] })),
      fast,
    )
    batch = []
  }
  const known = new Set((await accounts.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id))
  for await (const row of databases.admin.collection<Person>('users').find(inserted)) {
    const { _id, email, fullName, role, status, createdAt, emailVerifiedAt } = row
    if (known.has(_id)) continue
    batch.push({ _id, email, fullName, role, status, createdAt, emailVerifiedAt })
    if (batch.length === 1000) await flush()
  }
  await flush()
  await growTeachers(databases.users, Math.floor(size / perTeacher))
  // rows without events are loaded by a new process
  await site.restart('admin')
  const headers = { authorization: `Bearer ${await tokenOf(site.url, 'super-admin')}` }
  await untilCounted(caller, 'GET /admin/users?limit=1', size, headers)
  await untilCounted(caller, 'GET /teachers?limit=1&reach=anywhere', Math.floor(size / perTeacher), headers)
}

const inserted = { email: { $gte: 'person.', $lt: 'person/' } }

async function growTeachers(database: Connection, wanted: number): Promise<void> {
  const teachers = database.collection<TeacherDocument>('teachers')
  for (
    let there = await teachers.countDocuments({ _id: { $gte: 'teacher-', $lt: 'teacher.' } });
    there < wanted;
    there += 500
  ) {
    const size = Math.min(500, wanted - there)
    const rows = Array.from({ length: size }, (_, offset) => documentOf(make.teacher(there + offset)))
    await teachers.insertMany(rows, fast)
  }
}

async function untilCounted(
  caller: Caller,
  key: string,
  wanted: number,
  headers: Record<string, string>,
): Promise<void> {
  const until = performance.now() + 300_000
  for (;;) {
    const { status, body } = await caller.call(key, { headers })
    if (status === 200 && JSON.parse(body).total >= wanted) return
    if (performance.now() > until) throw new Error(`${key} answered ${status} ${body.slice(0, 200)}`)
    await sleep(1000)
  }
}

async function turnsOf({ site, caller, databases }: World): Promise<Turn[]> {
  const canSignIn = { ...inserted, status: 'approved', role: { $ne: 'admin' } } as const
  const people = await databases.auth
    .collection<Person>('accounts')
    .find(canSignIn, { projection: { email: 1 }, limit: 5000 })
    .toArray()
  const { password } = someTeacher()
  const someone = () => people[randomInt(people.length)]?.email ?? ''
  const logIn = () => timed(caller, 'POST /auth/login', { body: { email: someone(), password } })
  const signedIn: Record<string, string>[] = []
  for (let number = 0; number < readers; number++)
    signedIn.push({ authorization: `Bearer ${JSON.parse((await logIn()).body).token}` })
  const admin = { authorization: `Bearer ${await tokenOf(site.url, 'super-admin')}` }
  const read = (name: string, paths: readonly string[], sessions: readonly Record<string, string>[]): Ask => {
    let next = 0
    const once = async () => {
      const headers = sessions[next % sessions.length] ?? {}
      return (await timed(caller, `GET ${paths[next++ % paths.length]}`, { headers })).ms
    }
    return { name, once }
  }
  const listed = [
    '',
    '&q=amal',
    '&q=trabelsi',
    '&q=person.1z',
    '&status=pending',
    '&role=teacher',
    '&sort=-name',
  ]
  const found = [
    '',
    '&subject=mathematics',
    '&name=sami',
    '&reach=anywhere',
    '&reach=anywhere&subject=physics',
  ]
  return [
    [
      read('profile', ['/me/profile'], signedIn),
      read(
        'search',
        found.map((filter) => `/teachers?limit=20${filter}`),
        signedIn,
      ),
      read(
        'admin list',
        listed.map((filter) => `/admin/users?limit=50${filter}`),
        [admin],
      ),
      read('statistics', ['/admin/stats', '/superadmin/stats', '/statistics/platform'], [admin]),
      read('reference (own sessions)', ['/auth/sessions'], [admin]),
    ],
    // apart, because services go on writing after a login
    [
      { name: 'login', once: async () => (await logIn()).ms },
      { name: 'a bare write of the database', once: () => bareWrite(databases.auth, people) },
    ],
  ]
}

/** The write of every command: by id and version. A database that reads more than one row for it makes logins slower. */
async function bareWrite(database: Connection, people: readonly Person[]): Promise<number> {
  const { _id = '' } = people[randomInt(people.length)] ?? {}
  const started = performance.now()
  await database
    .collection<Account>('accounts')
    .findOneAndUpdate({ _id, v: { $gte: 1 } }, { $set: { repeatedAt: null } })
  return performance.now() - started
}

async function timed(caller: Caller, key: string, options: Parameters<Caller['call']>[1]) {
  const answer = await caller.call(key, options)
  if (answer.status !== 200) throw new Error(`${key} answered ${answer.status} ${answer.body.slice(0, 200)}`)
  return answer
}

/** Prints the times of these calls, and their ratios to those with the smallest number of users. */
async function measure(site: Site, asks: Turn, smallest: Map<string, Times>): Promise<void> {
  await untilQuiet(site.processes)
  const times = new Map(asks.map(({ name }) => [name, [] as number[]]))
  const before = cpuOf(site.processes)
  for (let round = -warmUps; round < rounds; round++)
    for (const { name, once } of asks) {
      const ms = await once()
      if (round >= 0) times.get(name)?.push(ms)
    }
  const cpu = cpuPerCall(site.processes, before, rounds + warmUps)
  for (const [name, list] of times) {
    const [p50, p99] = [quantile(list, 0.5), quantile(list, 0.99)]
    const first = smallest.get(name) ?? { p50, p99 }
    smallest.set(name, first)
    print(
      `  ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${(p50 / first.p50).toFixed(2)} and ${(p99 / first.p99).toFixed(2)} times those of ${sizes[0]} users`,
    )
  }
  print(`  CPU of one round of these: ${cpu}`)
}
