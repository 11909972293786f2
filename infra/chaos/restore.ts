import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword } from '@darsi/contracts/reference/demo.ts'
import { readLedger } from '@darsi/kit/backup/erasure-ledger.ts'
import { restore } from '@darsi/kit/backup/restore.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { type Connection, createConnection } from 'mongoose'
import { tokenOf } from '../fuzz/site.ts'
import { everyKeyOf } from '../local/keys/sealing-keys.ts'
import { PlainError } from '../local/process/fail.ts'
import type { Site } from '../local/site/site.ts'
import { type Caller, createCaller } from '../local/trials/loopback.ts'
import { startMailSink } from '../local/trials/mail-sink.ts'
import { inLanes, print, someTeacher, withTrialSite } from '../local/trials/trial.ts'
import { until } from '../local/trials/waiting.ts'
import { inDatabases } from './remains.ts'
import { contentOf, isClockwork, settledContent } from './support/content.ts'
import { amount } from './support/size.ts'

const services = ['auth', 'users', 'availability', 'classroom', 'admin', 'notifications'] as const
const count = amount('USERS', { small: 100, full: 1000 })
const passphrase = 'quatre oliviers et un puits'
const settleMs = 90_000
/** People of the backup who are deleted after it. */
const erasedCount = 5

type World = {
  site: Site
  caller: Caller
  mongo: Connection
  file: string
  /** Folder of the erasure ledger. */
  ledger: string
  /** Sets the topic prefix; a restored system starts with new topics. */
  topics: (prefix: string) => void
  mails: ReadonlyMap<string, number>
}
type Person = ReturnType<typeof someTeacher>
/** @property feed the token of the calendar feed, which is stored sealed only */
type Leaving = Person & { id: string; feed: string }

/**
 * The super-admin's backup, every database deleted, the restore. First in a quiet system: every collection is equal.
 * Then while people register, and with later changes that are lost: decisions after the restore must reach every
 * service, though some have seen later versions of the same people.
 */
export async function run(): Promise<void> {
  const sink = await startMailSink()
  process.env['SMTP_URL'] = sink.url
  process.env['MAILDEV_URL'] ??= 'http://127.0.0.1:1'
  const folder = mkdtempSync(join(tmpdir(), 'darsi-backup-'))
  const topicFile = join(folder, 'topic-prefix')
  const topics = (prefix: string) => writeFileSync(topicFile, prefix)
  topics('')
  const ledger = join(folder, 'ledger')
  const scenario = async (site: Site) => {
    const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
    const caller = createCaller(site.url)
    const world = {
      site,
      caller,
      mongo,
      file: join(folder, 'backup.darsi'),
      ledger,
      topics,
      mails: sink.taken,
    }
    try {
      const people = await register(world, count)
      // written once a day, by a timer, when there is somebody to count
      await until('the figures for everybody are there', settleMs, async () => {
        const figures = mongo.useDb('darsi-admin').collection('transparency')
        return (await figures.countDocuments({})) > 0
      })
      await settledContent(mongo)
      await inQuiet(world)
      await logsIn(world, people)
      await underTraffic(world, people)
    } finally {
      caller.close()
      await mongo.close()
    }
  }
  const env = {
    DEMO: 'true',
    TOPIC_PREFIX_FILE: topicFile,
    ERASURE_LEDGER: ledger,
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  try {
    await withTrialSite(env, scenario, ['gateway', ...services])
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sink.stop()
  }
}

async function inQuiet(world: World): Promise<void> {
  const started = performance.now()
  await download(world)
  print(`backup of ${services.length} services in ${seconds(started)} s`)
  await stop(world)
  // no writes between the two reads
  const before = await contentOf(world.mongo)
  await wipeAndRestore(world)
  const after = await contentOf(world.mongo)
  const different = [...before].filter(([place, hash]) => after.get(place) !== hash).map(([place]) => place)
  print(
    `${before.size} collections, ${before.size - different.length} equal${different.map((place) => `; not ${place}`)}`,
  )
  const added = [...after.keys()].filter((place) => !before.has(place) && !place.endsWith('.restores'))
  if (different.some((place) => !isClockwork(place)) || added.length > 0)
    throw new PlainError(`What was restored is not what there was. ${added}`)
  await start(world)
}

async function underTraffic(world: World, people: readonly Person[]): Promise<void> {
  const { caller, site } = world
  const admin = { authorization: `Bearer ${await tokenOf(site.url, 'admin')}` }
  const student = { authorization: `Bearer ${await tokenOf(site.url, 'student')}` }
  const connection = await call(caller, 'POST /connections', student, {
    teacherId: 'demo-teacher-19',
    subject: 'mathematics',
  })
  const wanted = people[0]
  if (!wanted) throw new PlainError('Nobody registered.')
  const { id } = await rowOf(world, wanted, admin)
  const leaving = await withFeeds(world, people.slice(-erasedCount))

  let isOver = false
  const traffic = Promise.all(
    Array.from({ length: 3 }, async () => {
      let more = 0
      for (; !isOver; more++) await register(world, 1)
      return more
    }),
  )
  await download(world).finally(() => {
    isOver = true
  })
  const beside = (await traffic).reduce((sum, n) => sum + n, 0)
  // lost by the restore: later versions of the same account and connection
  for (const mine of [true, false, true])
    await call(caller, `PUT /admin/users/${id}/assignee`, admin, { mine })
  await call(caller, `POST /connections/${connection.data.id}/cancel`, student, {})
  await register(world, 10)
  const { texts, places } = await holding(world, leaving)
  print(`${leaving.length} people leave; ${places} collections hold their addresses and feeds`)
  // otherwise the search after the restore would find nothing either
  if (texts !== 2 * leaving.length) throw new PlainError('The search does not find what is there.')
  await eraseAll(world, leaving)
  await sleep(3000)
  await stop(world)
  await wipeAndRestore(world)
  world.topics('restored-')
  await start(world)
  print(`restored a backup that was taken while ${beside} people registered`)
  await logsIn(world, people.slice(0, -erasedCount))
  await stayErased(world, leaving)

  const again = { authorization: `Bearer ${await tokenOf(site.url, 'admin')}` }
  const asTeacher = await logIn(world, { email: 'teacher19@demo.darsi.example' })
  const mailed = world.mails.get(wanted.email) ?? 0
  await call(caller, `PUT /admin/users/${id}/status`, again, { status: 'approved', notes: '' })
  const accounts = world.mongo.useDb('darsi-auth').collection<{ _id: string; status: string }>('accounts')
  await until('the approval reaches auth', settleMs, async () => {
    const account = await accounts.findOne({ _id: id })
    return account?.status === 'approved'
  })
  await logIn(world, wanted)
  await call(caller, `POST /connections/${connection.data.id}/decline`, asTeacher, {})
  await until('the declined request reaches admin', settleMs, async () => {
    const { data } = await call(caller, 'GET /admin/connections?status=declined', again)
    return data.some((row: { id: string }) => row.id === connection.data.id)
  })
  await until('the approval is mailed', settleMs, async () => (world.mails.get(wanted.email) ?? 0) > mailed)
  // a second copy would come late
  await sleep(15_000)
  const mails = (world.mails.get(wanted.email) ?? 0) - mailed
  print(`decided after the restore: an approval and a declined request arrive everywhere; ${mails} mail`)
  if (mails !== 1) throw new PlainError('One mail for one decision.')
}

async function wipeAndRestore({ mongo, file, ledger }: World): Promise<void> {
  for (const name of services) await mongo.useDb(`darsi-${name}`).dropDatabase()
  const started = performance.now()
  const erased = await readLedger(ledger)
  const written = await restore({ file, passphrase, mongo, say: print, erased })
  print(`restored ${[...written.values()].reduce((sum, n) => sum + n, 0)} documents in ${seconds(started)} s`)
}

/** Gives people of the backup a calendar feed. */
async function withFeeds(world: World, people: readonly Person[]): Promise<Leaving[]> {
  const root = { authorization: `Bearer ${await tokenOf(world.site.url, 'super-admin')}` }
  return Promise.all(
    people.map(async (person) => {
      const { data } = await call(world.caller, 'GET /me/calendar', await logIn(world, person))
      const feed = /([^/]+)\.ics$/.exec(data.url)?.[1]
      if (!feed) throw new PlainError(`A feed has the address ${data.url}`)
      return { ...person, id: (await rowOf(world, person, root)).id, feed }
    }),
  )
}

/** Deletes people of the backup, until every service has confirmed it. */
async function eraseAll(world: World, gone: readonly Leaving[]): Promise<void> {
  const root = { authorization: `Bearer ${await tokenOf(world.site.url, 'super-admin')}` }
  for (const { id } of gone) await call(world.caller, `DELETE /admin/users/${id}`, root)
  const rows = world.mongo.useDb('darsi-admin').collection<{ _id: string }>('users')
  const ids = gone.map(({ id }) => id)
  await until('the deletions are confirmed', settleMs, async () => {
    const done = await rows.countDocuments({ _id: { $in: ids }, erasedAt: { $type: 'date' } })
    return done === gone.length
  })
}

/** How many of their addresses and feeds are in the databases, and in how many collections. */
async function holding({ mongo, site }: World, people: readonly Leaving[]) {
  const sealer = createSealer(everyKeyOf(site.secrets))
  const databases = services.map((name) => `darsi-${name}`)
  let [texts, places] = [0, 0]
  for (const text of people.flatMap(({ email, feed }) => [email, feed])) {
    const { found } = await inDatabases(mongo, databases, text, sealer)
    texts += Math.min(1, found.size)
    places += found.size
  }
  return { texts, places }
}

/** People who were erased after the backup: no login at once, and after a minute no personal data in any database. */
async function stayErased(world: World, gone: readonly Leaving[]): Promise<void> {
  const { caller, mongo } = world
  let back = 0
  for (const { email, password = demoPassword } of gone) {
    const { status } = await caller.call('POST /auth/login', { body: { email, password } })
    if (status !== 401) back++
  }
  await until('what was restored is erased again everywhere', settleMs, async () => {
    const rows = mongo.useDb('darsi-admin').collection<{ _id: string }>('users')
    const ids = gone.map(({ id }) => id)
    return (await rows.countDocuments({ _id: { $in: ids }, erasedAt: { $type: 'date' } })) === gone.length
  })
  const { places } = await holding(world, gone)
  print(
    `${gone.length} people erased after the backup; ${back} of them log in, ${places} collections hold their addresses or feeds`,
  )
  if (back + places > 0) throw new PlainError('An erased person is back.')
}

async function stop({ site }: World): Promise<void> {
  for (const name of services) await site.process(name).stop()
}

async function start({ site }: World): Promise<void> {
  // sets the broker's rules for this topic prefix
  await site.process('kafka').ready()
  for (const name of services) site.process(name).start()
  for (const name of services) await site.process(name).ready()
}

async function register({ caller }: World, number: number): Promise<Person[]> {
  const people = Array.from({ length: number }, someTeacher)
  await inLanes(number, 4, async (index) => {
    await call(caller, 'POST /auth/register', {}, people[index] ?? {})
  })
  return people
}

async function logsIn(world: World, people: readonly Person[]): Promise<void> {
  let inside = 0
  await inLanes(people.length, 4, async (index) => {
    const person = people[index]
    if (person && (await logIn(world, person))) inside++
  })
  print(`${inside} of ${people.length} people log in`)
  if (inside !== people.length) throw new PlainError('Somebody who was in the backup is not there.')
}

async function logIn({ caller }: World, { email, password = demoPassword }: Partial<Person>) {
  const { token } = await call(caller, 'POST /auth/login', {}, { email, password })
  return { authorization: `Bearer ${token}` }
}

async function rowOf({ caller }: World, { email }: Person, admin: Headers = {}): Promise<{ id: string }> {
  const { data } = await call(caller, `GET /admin/users?q=${encodeURIComponent(email)}`, admin)
  return data[0]
}

async function download({ site, file }: World): Promise<void> {
  const token = await tokenOf(site.url, 'super-admin')
  await sleep(3000)
  const answer = await fetch(`${site.url}/api/superadmin/backups`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ passphrase }),
  })
  if (answer.status !== 200 || !answer.body) throw new PlainError(`${answer.status} for a backup`)
  await pipeline(answer.body, createWriteStream(file))
}

type Headers = Record<string, string>

async function call(caller: Caller, key: string, headers: Headers = {}, body?: object) {
  const answer = await caller.call(key, { headers, ...(body && { body }) })
  if (answer.status >= 300) throw new PlainError(`${key} answered ${answer.status} ${answer.body}`)
  return JSON.parse(answer.body)
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)
