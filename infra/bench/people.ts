import { setTimeout as sleep } from 'node:timers/promises'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import { tokenOf } from '../fuzz/site.ts'
import type { Site } from '../local/site/site.ts'
import { type Caller, createCaller } from '../local/trials/loopback.ts'
import { cpuOf, cpuPerCall, memoryOf } from '../local/trials/processes.ts'
import { print, quantile, withTrialSite } from '../local/trials/trial.ts'
import { insertPeople } from './people-rows.ts'

const samples = 200
const warmUps = 20
/** The page size of the administrators' table. */
const limit = 50

type World = { site: Site; caller: Caller; database: Connection; count: number }
type Ask = { name: string; queries: readonly string[] }

const words = [
  'amal',
  'BEN',
  'trabelsi',
  'hédi ouer',
  'أحمد',
  'person.1z',
  '@example.tn',
  'a',
  'nobody at all',
  '.*(',
]
const asks: readonly Ask[] = [
  { name: 'first page', queries: [''] },
  { name: 'search', queries: words.map((word) => `&q=${encodeURIComponent(word)}`) },
  {
    name: 'filters',
    queries: [
      '&status=pending',
      '&role=teacher',
      '&role=teacher&status=pending',
      '&role=admin&status=suspended',
    ],
  },
  {
    name: 'search and filters',
    queries: words.map((word) => `&q=${encodeURIComponent(word)}&role=teacher&status=pending`),
  },
  {
    name: 'sorting',
    queries: ['createdAt', 'name', '-name', 'lastLogin', '-lastLogin'].map((sort) => `&sort=${sort}`),
  },
]

/**
 * The administrators' list of 200,000 users through the gateway, alternating with reads of the same rows by id from the
 * database. `npm run bench -- people 20000` for another number.
 */
export async function run(): Promise<void> {
  const count = Number(process.argv[3] ?? 200_000)
  const only = ['gateway', 'auth', 'users', 'availability', 'classroom', 'admin', 'notifications']
  const act = async (site: Site) => {
    const caller = createCaller(site.url)
    const database = await connectMongo(site.servers.MONGO_URL, 'darsi-admin')
    const world: World = { site, caller, database, count }
    await fill(world)
    for (const ask of asks) await measure(world, ask)
    await walk(world)
    caller.close()
    await database.close()
  }
  await withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000' }, act, only)
}

async function fill({ site, caller, database, count }: World): Promise<void> {
  const empty = residentMegabytes(site)
  await insertPeople(database, count)
  // rows without events are loaded by a new process
  const restarted = performance.now()
  await site.restart('admin')
  const until = performance.now() + 600_000
  // the database reads every row for each of these until the index is loaded
  while (!(await listsAll(site, caller, count))) {
    if (performance.now() > until) throw new Error('not all users are listed')
    await sleep(5000)
  }
  print(
    `a new process lists them all ${((performance.now() - restarted) / 1000).toFixed(1)} s after the old one was stopped; it takes ${residentMegabytes(site)} MB of memory (${empty} MB while there was nobody)`,
  )
}

async function listsAll(site: Site, caller: Caller, count: number): Promise<boolean> {
  try {
    const { status, body } = await caller.call('GET /admin/users?limit=1', { headers: await session(site) })
    return status === 200 && JSON.parse(body).total >= count
  } catch {
    return false
  }
}

const residentMegabytes = (site: Site) => memoryOf(site.process('admin').pid()).toFixed(0)

async function session(site: Site) {
  return { authorization: `Bearer ${await tokenOf(site.url, 'super-admin')}` }
}

/** One call after the other, each followed by a bare page from the database. */
async function measure({ site, caller, database }: World, { name, queries }: Ask): Promise<void> {
  const headers = await session(site)
  const [ours, bare]: [number[], number[]] = [[], []]
  let ids: string[] = []
  const one = async (number: number) => {
    const query = queries[number % queries.length]
    const { status, body, ms } = await caller.call(`GET /admin/users?limit=${limit}${query}`, { headers })
    if (status !== 200) throw new Error(`${query} answered ${status} ${body}`)
    const found: string[] = JSON.parse(body).data.map(({ id }: { id: string }) => id)
    if (found.length > 0) ids = found
    return ms
  }
  for (let number = 0; number < warmUps; number++) await one(number)
  const before = cpuOf(site.processes)
  for (let number = 0; number < samples; number++) {
    ours.push(await one(number))
    bare.push(await barePage(database, ids))
  }
  const cpu = cpuPerCall(site.processes, before, samples)
  const [p99, bare99] = [quantile(ours, 0.99), quantile(bare, 0.99)]
  print(
    `${name.padEnd(20)} p50 ${ms(quantile(ours, 0.5))}, p99 ${ms(p99)}; the same rows by id from the database p50 ${ms(quantile(bare, 0.5))}, p99 ${ms(bare99)}; ${(p99 / bare99).toFixed(1)} times`,
  )
  print(`  CPU per call (and its bare page): ${cpu}`)
}

/** As many rows as a page has, by id: the minimum cost of any list. */
async function barePage(database: Connection, ids: readonly string[]): Promise<number> {
  const started = performance.now()
  const found = await database
    .collection<{ _id: string }>('users')
    .find({ _id: { $in: ids } })
    .toArray()
  if (found.length !== ids.length) throw new Error(`${found.length} rows instead of ${ids.length}`)
  return performance.now() - started
}

/** Reads all pages by cursor: no user twice, none missing, and late pages as fast as early ones. */
async function walk({ site, caller, count }: World): Promise<void> {
  const headers = await session(site)
  const seen = new Set<string>()
  const times: number[] = []
  let cursor: string | null = ''
  let rows = 0
  let total = 0
  const pages = Math.min(500, Math.ceil(count / 200))
  for (let page = 0; page < pages && cursor !== null; page++) {
    const { status, body, ms } = await caller.call(
      `GET /admin/users?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      { headers },
    )
    if (status !== 200) throw new Error(`a page answered ${status} ${body}`)
    const answer = JSON.parse(body)
    for (const { id } of answer.data) seen.add(id)
    rows += answer.data.length
    cursor = answer.nextCursor
    total = answer.total
    times.push(ms)
  }
  print(
    `${times.length} pages of 200 by the cursor: ${rows} rows, ${rows - seen.size} twice, total ${total}; p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}`,
  )
}

const ms = (value: number) => `${value.toFixed(1)} ms`
