import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, createConnection } from 'mongoose'
import { tokenOf } from '../fuzz/site.ts'
import { secretsIn } from '../local/keys/secrets.ts'
import { PlainError } from '../local/process/fail.ts'
import { nodeBinary, root } from '../local/process/paths.ts'
import { services } from '../local/process/site-ports.ts'
import type { Site } from '../local/site/site.ts'
import { createCaller } from '../local/trials/loopback.ts'
import { inLanes, print, registerTeachers } from '../local/trials/trial.ts'
import { until } from '../local/trials/waiting.ts'
import { createBars } from './support/bars.ts'
import { withMailSite } from './support/mail-site.ts'
import { differences, emptyReadModels, rowsOf } from './support/read-models.ts'
import { lateMs, registerMany, settled } from './support/registrations.ts'
import { amount, printLoad } from './support/size.ts'

const owners = ['auth', 'users', 'availability', 'admin'] as const

/**
 * Every read model is lost, then `reemit` runs for each owner, once killed on its way, while people register: the rows
 * are those of before, nobody is notified, and an erased account stays erased.
 */
export async function run(): Promise<void> {
  const count = amount('USERS', { small: 20, full: 500 })
  await withMailSite(
    async (site, sink) => {
      const ledger = await registerMany(site, count)
      await settled(site, sink, { ledger, ms: 120_000 })
      await approveTeachers(site)
      const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
      try {
        await atRest(mongo)
        // a mail that was late would be counted as one of `reemit`
        await until('every mail is sent', 120_000, async () => (await waitingMails(mongo)) === 0)
        for (const name of services) await site.process(name).stop()
        const before = await rowsOf(mongo)
        const erasedId = await someLearner(mongo)
        before.get('availability.people')?.delete(erasedId)
        const emptied = await emptyReadModels(mongo)
        await peopleOf(mongo).replaceOne({ _id: erasedId }, { erasedAt: new Date() }, { upsert: true })
        print(
          `${emptied} rows emptied or deleted; differences now: ${differences(before, await rowsOf(mongo)).length}`,
        )
        for (const name of services) site.process(name).start()
        for (const name of services) await site.process(name).ready()
        const told = await notified(mongo)
        const mailsBefore = sink.mails.length

        const killed = await reemit(site, 'users', ['--per-second', '50'])
        await sleep(3000)
        killed.child.kill('SIGKILL')
        await killed.ended
        const meanwhile = registerMany(site, count, { lanes: 2 })
        for (const owner of owners) await completed(site, owner)
        const late = await meanwhile
        const bars = createBars()
        await judge(mongo, { bars, before, what: 'once' })
        const mailed = await settled(site, sink, { ledger: new Set([...ledger, ...late]), ms: 120_000 })
        bars.atMost('registrations without a row', ledger.size + late.size - mailed.rows, 0, '')
        for (const owner of owners) await completed(site, owner)
        await judge(mongo, { bars, before, what: 'twice' })
        bars.atMost('notices, text messages and audit entries', (await notified(mongo)) - told, 0, '')
        await sleep(lateMs)
        // to everybody: the accounts of before could get a second mail about their decision
        const mails = sink.mails.length - mailsBefore
        bars.atMost('mails besides one for each new registration', mails - late.size, 0, '')
        const row = await peopleOf(mongo).findOne({ _id: erasedId })
        bars.atMost('fields of an erased account', Object.keys(row ?? {}).length - 2, 0, '')
        printLoad()
        bars.judge()
      } finally {
        await mongo.close()
      }
    },
    { env: { DEMO_WEEKS: '2' } },
  )
}

type Round = {
  bars: ReturnType<typeof createBars>
  before: Awaited<ReturnType<typeof rowsOf>>
  what: string
}

async function judge(mongo: Connection, { bars, before, what }: Round): Promise<void> {
  let found: string[] = []
  await until('the read models are rebuilt', 60_000, async () => {
    found = differences(before, await rowsOf(mongo))
    return found.length === 0
  }).catch(() => {})
  for (const difference of found.slice(0, 20)) print(`  ${difference}`)
  const rows = [...before.values()].reduce((sum, model) => sum + model.size, 0)
  bars.atLeast(`${what}: rows compared`, rows, 100, '')
  bars.atMost(`${what}: differences`, found.length, 0, '')
}

/** Some teachers are approved, and one of them is suspended. */
async function approveTeachers({ url }: Site): Promise<void> {
  const caller = createCaller(url)
  const headers = { authorization: `Bearer ${await tokenOf(url, 'admin')}` }
  await registerTeachers(caller, 3, 3)
  let ids: string[] = []
  await until('the teachers are listed', 60_000, async () => {
    const { body } = await caller.call('GET /admin/users?role=teacher&status=pending&q=trial.&limit=200', {
      headers,
    })
    ids = JSON.parse(body).data.map(({ id }: { id: string }) => id)
    return ids.length === 3
  })
  const decide = async (id: string, status: string) => {
    const answer = await caller.call(`PUT /admin/users/${id}/status`, {
      headers,
      body: { status, notes: 'trial' },
    })
    if (answer.status !== 200) throw new PlainError(`a decision answered ${answer.status} ${answer.body}`)
  }
  await inLanes(3, 3, async (index) => decide(ids[index] ?? '', 'approved'))
  await decide(ids[0] ?? '', 'suspended')
  caller.close()
}

const peopleOf = (mongo: Connection) =>
  mongo.useDb('darsi-availability').collection<{ _id: string; erasedAt?: Date }>('people')

/** An account that several state records name: as its own profile, and as a party of a connection. */
async function someLearner(mongo: Connection): Promise<string> {
  const connections = mongo
    .useDb('darsi-availability')
    .collection<{ _id: string; studentId: string }>('connections')
  const found = await connections.findOne({ studentId: { $type: 'string' } })
  if (!found) throw new PlainError('There is no connection.')
  return found.studentId
}

/** Waits until the read models no longer change. */
async function atRest(mongo: Connection): Promise<void> {
  let last = ''
  await until('the read models are at rest', 120_000, async () => {
    await sleep(5000)
    const rows = await rowsOf(mongo)
    const now = JSON.stringify([...rows].map(([name, model]) => [name, [...model]]))
    const isSame = now === last
    last = now
    return isSame
  })
}

const waitingMails = (mongo: Connection): Promise<number> =>
  mongo
    .useDb('darsi-notifications')
    .collection('mails')
    .countDocuments({ state: { $in: ['pending', 'sending'] } })

/** Notices, audit entries and text messages; a registration causes none. */
async function notified(mongo: Connection): Promise<number> {
  const count = (service: string, name: string) =>
    mongo.useDb(`darsi-${service}`).collection(name).countDocuments()
  const counts = await Promise.all([
    count('notifications', 'notices'),
    count('notifications', 'text-messages'),
    count('admin', 'audit'),
  ])
  return counts.reduce((sum, one) => sum + one, 0)
}

async function reemit(site: Site, owner: string, args: readonly string[] = []) {
  const script = join(root, 'services', owner, 'src', 'reemit.ts')
  const { EVENT_KEY } = await secretsIn(dirname(site.logFolder))
  const child = spawn(nodeBinary, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, MONGO_URL: site.servers.MONGO_URL, EVENT_KEY },
  })
  return { child, ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) }
}

async function completed(site: Site, owner: string): Promise<void> {
  const { ended } = await reemit(site, owner)
  const code = await ended
  if (code !== 0) throw new PlainError(`reemit of ${owner} ended with ${code}`)
}
