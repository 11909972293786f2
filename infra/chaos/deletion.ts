import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import type { Bus } from '@darsi/kit/events/bus.ts'
import { createSealer, type Sealer } from '@darsi/kit/events/seal.ts'
import { createLog } from '@darsi/kit/observability/log.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import type { Redis } from 'ioredis'
import { type Connection, createConnection } from 'mongoose'
import { everyKeyOf } from '../local/keys/sealing-keys.ts'
import { PlainError } from '../local/process/fail.ts'
import type { Site } from '../local/site/site.ts'
import { startMailSink } from '../local/trials/mail-sink.ts'
import { inLanes, print, someStudent, someTeacher, withTrialSite } from '../local/trials/trial.ts'
import { until } from '../local/trials/waiting.ts'
import { inDatabases, inLogs, inRedis, onTopics, type Remains } from './remains.ts'
import { type Bars, createBars } from './support/bars.ts'
import { operatorBus, servicesBehind } from './support/site-kafka.ts'
import { amount, printLoad } from './support/size.ts'

const leaving = amount('USERS', { small: 100, full: 1000 })
const staying = Math.ceil(leaving / 10)
const lanes = 8
const settleMs = 240_000
/** F13: of the time from the last accepted deletion. */
const confirmSeconds = 60
// a unique text, so that one search finds every copy of their addresses
const domain = 'leaving.example.tn'
const services = ['auth', 'users', 'availability', 'classroom', 'admin', 'notifications']
const databases = services.map((name) => `darsi-${name}`)

type Person = Pick<ReturnType<typeof someStudent>, 'email' | 'fullName' | 'password'> & { id: string }
type Answer = { status: number; body: Record<string, unknown> }

/**
 * Deletes people while they and others use the site: half of them by the super-admin, half by themselves. Then
 * publishes every record of every topic again. No account may come back, and no address may remain.
 */
export async function run(): Promise<void> {
  const tokens = new Map<string, string>()
  const sink = await startMailSink({
    onMail: (address, text) => {
      const token = /\/verify-email\?token=([\w-]+)/.exec(text)?.[1]
      if (token) tokens.set(address, token)
    },
  })
  process.env['SMTP_URL'] = sink.url
  process.env['MAILDEV_URL'] ??= 'http://127.0.0.1:1'
  const env = { DEMO: 'true', RATE_LIMIT_PER_MINUTE: '1000000' }
  try {
    await withTrialSite(env, (site) => scenario(site, sink.taken, tokens), ['gateway', ...services])
  } finally {
    await sink.stop()
  }
}

async function scenario(
  site: Site,
  mails: ReadonlyMap<string, number>,
  tokens: ReadonlyMap<string, string>,
): Promise<void> {
  const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
  const log = createLog('chaos', 'silent')
  const redis = connectRedis(site.servers.REDIS_URL, log)
  const bus = operatorBus(site)
  const sealer = createSealer(everyKeyOf(site.secrets))
  const bars = createBars()
  try {
    const people = await registered(site, mongo)
    const ids = people.map(({ id }) => id)
    await proveAddresses(site, mongo, { people, tokens })
    const before = await inDatabases(mongo, databases, domain, sealer)
    print(
      `${people.length} registered, wrote to support, subscribed; their addresses stand in ${total(before.found)} documents`,
    )
    bars.atLeast('documents in which the search finds them', total(before.found), leaving, '')

    const started = performance.now()
    const { others, acceptedAt } = await deleted(site, people)
    const acceptedIn = ((acceptedAt - started) / 1000).toFixed(1)
    print(`${leaving} deletions accepted in ${acceptedIn} s beside ${others} other calls`)
    await until('every service confirms', settleMs, async () => (await erased(mongo, ids)) === leaving)
    const confirmedIn = (performance.now() - acceptedAt) / 1000
    bars.atMost('every service has confirmed, after the last acceptance', confirmedIn, confirmSeconds, 's')
    await until('the mails are out', settleMs, () => noMailWaits(mongo))
    const mailed = mailsTo(mails)

    const topics = await replayed(bus)
    await until('the mails are out', settleMs, () => noMailWaits(mongo))

    const back = await cameBack(mongo, ids)
    const signedIn = await signIns(site, people.slice(0, 20))
    bars.atMost('documents of people who came back', back, 0, '')
    bars.atMost('of 20 people who could sign in', signedIn, 0, '')
    bars.atMost('mails sent again by the replay', mailsTo(mails) - mailed, 0, '')

    await searched({ site, mongo, redis, bus, sealer, topics, bars })
    printLoad()
  } finally {
    await bus.close()
    redis.disconnect()
    await mongo.close()
  }
  bars.judge()
}

/** Publishes every record of every topic again, and waits until all are consumed. */
async function replayed(bus: Bus): Promise<string[]> {
  // Kafka's own topics start with two underscores
  const topics = (await bus.topics()).filter((topic) => !topic.startsWith('__'))
  const records = await bus.read(topics)
  for (let from = 0; from < records.length; from += 500)
    await bus.publish(
      records
        .slice(from, from + 500)
        .map(({ topic, key, bytes, headers }) => ({ topic, key, value: bytes, headers })),
    )
  print(`${records.length} records of ${topics.length} topics published again`)
  await until('the replay is consumed', settleMs, async () => (await servicesBehind(bus)).length === 0)
  await sleep(5000)
  return topics
}

type Search = {
  site: Site
  mongo: Connection
  redis: Redis
  bus: Bus
  sealer: Sealer
  topics: readonly string[]
  bars: Bars
}

/** Searches all storage for the addresses. */
async function searched({ site, mongo, redis, bus, sealer, topics, bars }: Search): Promise<void> {
  const places = {
    databases: await inDatabases(mongo, databases, domain, sealer),
    redis: await inRedis(redis, domain),
    logs: await inLogs(site.logFolder, domain),
  }
  for (const [name, { found, read }] of Object.entries(places)) {
    bars.atMost(`addresses left in ${name}, of ${read} places${listed(found)}`, total(found), 0, '')
  }
  const onTopic = await onTopics(bus, topics, domain, sealer)
  bars.atMost(`readable addresses on topics${listed(onTopic.found)}`, total(onTopic.found), 0, '')
  print(`  sealed, until the record’s six days are over: ${onTopic.sealed} of ${onTopic.read}`)
}

/** Students and teachers who also enter their address in other forms. */
async function registered(site: Site, mongo: Connection): Promise<Person[]> {
  const people = Array.from({ length: leaving }, (_, index) => {
    const person = index % 2 ? someTeacher() : someStudent()
    return { ...person, email: person.email.replace('example.tn', domain) }
  })
  await inLanes(leaving, lanes, async (index) => {
    const person = people[index]
    if (!person) return
    await call(site, 'POST /auth/register', { body: person })
    const { email, fullName: name } = person
    const message = {
      name,
      email,
      userType: 'other',
      subject: 'technical',
      message: `Write to ${email}, please.`,
    }
    if (index % 3 === 0) await call(site, 'POST /contact', { body: message })
    if (index % 3 === 1) await call(site, 'POST /newsletter', { body: { email } })
  })
  const emails = people.map(({ email }) => email)
  const idOf = async (database: string, collection: string) =>
    new Map(
      (
        await mongo
          .useDb(database)
          .collection(collection)
          .find({ email: { $in: emails } })
          .toArray()
      ).map(({ _id, email }) => [String(email), String(_id)]),
    )
  await until(
    'everybody is known to admin',
    settleMs,
    async () => (await idOf('darsi-admin', 'users')).size === leaving,
  )
  await until(
    'everybody has a profile',
    settleMs,
    async () => (await idOf('darsi-users', 'profiles')).size === leaving,
  )
  const ids = await idOf('darsi-auth', 'accounts')
  return people.map((person) => ({ ...person, id: ids.get(person.email) ?? '' }))
}

/** By the mailed links. What an unproven address sent before stays, because it may be somebody else's. */
async function proveAddresses(
  site: Site,
  mongo: Connection,
  { people, tokens }: { people: readonly Person[]; tokens: ReadonlyMap<string, string> },
): Promise<void> {
  await until('everybody has a link', settleMs, async () => people.every(({ email }) => tokens.has(email)))
  await inLanes(people.length, lanes, async (index) => {
    const token = tokens.get(people[index]?.email ?? '')
    const { status } = await call(site, 'POST /auth/verify-email', { body: { token } })
    if (status !== 200) throw new PlainError(`${status} for a mailed link`)
  })
  const proven = { _id: { $in: people.map(({ id }) => id) }, provenEmail: { $type: 'string' } }
  await until(
    'every address is proven in admin',
    settleMs,
    async () => (await countOf(mongo, 'darsi-admin', 'users', proven)) === people.length,
  )
}

/** @returns how many other calls ran meanwhile, and when the last deletion was accepted */
async function deleted(site: Site, people: readonly Person[]) {
  const superAdmin = demoAccounts.find(({ role }) => role === 'super-admin')
  const token = await tokenOf(site, superAdmin?.email ?? '', demoPassword)
  let others = 0
  let busy = true
  const newcomers = (async () => {
    for (let index = 0; index < staying && busy; index++) {
      await call(site, 'POST /auth/register', { body: someStudent() })
      await call(site, `GET /admin/users?q=${people[index]?.email.slice(0, 20)}`, { token })
      others += 2
    }
  })()
  await inLanes(people.length, lanes, async (index) => {
    const person = people[index]
    if (!person) return
    if (index % 2 === 0) {
      // a login during the deletion
      const [gone] = await Promise.all([
        call(site, `DELETE /admin/users/${person.id}`, { token }),
        call(site, 'POST /auth/resend-verification', { body: { email: person.email } }),
        call(site, 'POST /auth/forgot-password', { body: { email: person.email } }),
      ])
      others += 2
      if (gone.status !== 202) throw new PlainError(`${gone.status} for a deletion`)
      return
    }
    const own = await tokenOf(site, person.email, person.password)
    const [left] = await Promise.all([
      call(site, 'DELETE /me', { token: own, body: { password: person.password } }),
      call(site, 'POST /availability/save', {
        token: own,
        body: { availability: [{ day: 1, hour: 9 }], week_offset: 0 },
      }),
      call(site, 'GET /me/profile', { token: own }),
    ])
    others += 3
    if (left.status !== 202) throw new PlainError(`${left.status} for one’s own deletion`)
  })
  const acceptedAt = performance.now()
  busy = false
  await newcomers
  return { others, acceptedAt }
}

async function erased(mongo: Connection, ids: readonly string[]): Promise<number> {
  return countOf(mongo, 'darsi-admin', 'users', { _id: { $in: ids }, erasedAt: { $type: 'date' } })
}

/** Any data of them except tombstones. */
async function cameBack(mongo: Connection, ids: readonly string[]): Promise<number> {
  const alive = { _id: { $in: ids }, erasedAt: null }
  const counts = await Promise.all([
    countOf(mongo, 'darsi-auth', 'accounts', alive),
    countOf(mongo, 'darsi-auth', 'addresses', { accountId: { $in: ids } }),
    countOf(mongo, 'darsi-auth', 'sessions', { userId: { $in: ids } }),
    countOf(mongo, 'darsi-users', 'profiles', alive),
    countOf(mongo, 'darsi-users', 'teachers', alive),
    countOf(mongo, 'darsi-availability', 'grids', alive),
    countOf(mongo, 'darsi-availability', 'people', alive),
    countOf(mongo, 'darsi-admin', 'users', alive),
    countOf(mongo, 'darsi-notifications', 'preferences', { _id: { $in: ids } }),
    countOf(mongo, 'darsi-notifications', 'notices', { userId: { $in: ids } }),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}

async function noMailWaits(mongo: Connection): Promise<boolean> {
  const waiting = { state: { $in: ['pending', 'sending'] }, sealed: { $exists: true } }
  return (await countOf(mongo, 'darsi-notifications', 'mails', waiting)) === 0
}

const countOf = (mongo: Connection, database: string, collection: string, filter: object) =>
  mongo.useDb(database).collection<{ _id: string }>(collection).countDocuments(filter)

async function signIns(site: Site, people: readonly Person[]): Promise<number> {
  let count = 0
  for (const { email, password } of people)
    if ((await call(site, 'POST /auth/login', { body: { email, password } })).status === 200) count++
  return count
}

async function tokenOf(site: Site, email: string, password: string): Promise<string> {
  const { status, body } = await call(site, 'POST /auth/login', { body: { email, password } })
  if (status !== 200) throw new PlainError(`${status} for a login`)
  return String(body['token'])
}

async function call(
  site: Site,
  key: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Answer> {
  const [method = 'GET', path = ''] = key.split(' ')
  const response = await fetch(`${site.url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  // `as`: every answer of ours is an object
  const answered = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (response.status >= 500) throw new PlainError(`${response.status} for ${method} ${path.split('?')[0]}`)
  return { status: response.status, body: answered }
}

function mailsTo(mails: ReadonlyMap<string, number>): number {
  return [...mails].reduce((sum, [to, count]) => (to.endsWith(domain) ? sum + count : sum), 0)
}

const total = (found: Remains) => [...found.values()].reduce((sum, count) => sum + count, 0)
const listed = (found: Remains) =>
  found.size === 0 ? '' : `: ${[...found].map(([place, count]) => `${place} ${count}`).join(', ')}`
