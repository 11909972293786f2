import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { explain } from '@darsi/kit/testing/indexes/explain.ts'
import mongoose, { type mongo } from 'mongoose'
import { root } from '../local/process/paths.ts'
import type { Site } from '../local/site/site.ts'
import { type Caller, createCaller } from '../local/trials/loopback.ts'
import { cpuOf, untilQuiet } from '../local/trials/processes.ts'
import { inLanes, print, withTrialFolder, withTrialSite } from '../local/trials/trial.ts'
import {
  type FrequentCall,
  frequentCalls,
  logInAll,
  logInToDemo,
  type Sessions,
  send,
} from './growth/calls.ts'
import { copyOf } from './growth/copies.ts'
import { type Growth, growthSchema, isTooWide, type Measured, type MeasuredQuery } from './growth/result.ts'

/** `npm run bench -- growth 1000 30000 300000`: the larger sizes need MongoDB (`MONGO_URL`). */
const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [1000]
/** Inserting stops after this time, and the size that was reached is measured. */
const growMs = 15 * 60_000
const calls = 300
const recordedCalls = 20
const lanes = 4
const idleMs = 5000
/** Of each shape. */
const explained = 3
const only = ['gateway', 'auth', 'users', 'availability', 'classroom', 'admin', 'notifications']
const output = join(root, '.data', 'bench', 'growth.json')

type Recorded = {
  database: string
  shape: string
  served: boolean
  selections: readonly { filters: Record<string, unknown>[]; isLimited: boolean }[]
  read: { [name: string]: unknown; find: string }
}
type World = {
  site: Site
  caller: Caller
  client: mongo.MongoClient
  record: string
}

/**
 * The ten most frequent calls with 1,000 to 300,000 accounts, copies of the demo: CPU per call of each process, the
 * queries of a call by the gate's rules, and the documents that the server reads for each. `npm run bench -- sizing`
 * computes the table of docs/reference.md from the file that this writes.
 */
export async function run(): Promise<void> {
  await withTrialFolder('growth', async (folder) => {
    const record = join(folder, 'queries')
    const preload = pathToFileURL(join(import.meta.dirname, 'growth', 'record-queries.ts')).href
    const env = {
      RATE_LIMIT_PER_MINUTE: '10000000',
      DEMO_WEEKS: '2',
      QUERY_RECORD: record,
      NODE_OPTIONS: `--import ${preload} --disable-warning=ExperimentalWarning`,
    }
    const act = async (site: Site) => {
      const client = await mongoose.mongo.MongoClient.connect(site.servers.MONGO_URL)
      const caller = createCaller(site.url)
      try {
        const { version } = await client.db('admin').command({ buildInfo: 1 })
        const growth: Growth = {
          at: new Date().toISOString(),
          server: String(version),
          loadAverage: 0,
          sizes: [],
        }
        // the demo is complete once its events have been handled
        await logInToDemo(site.url, caller)
        await untilQuiet(site.processes)
        const demo = await demoOf(client)
        let copies = 0
        for (const size of sizes) {
          copies = await grow(demo, size, copies)
          await untilQuiet(site.processes)
          growth.sizes.push(await measure({ site, caller, client, record }, (copies + 1) * demo.people))
          growth.loadAverage = loadavg()[0] ?? 0
          mkdirSync(dirname(output), { recursive: true })
          writeFileSync(output, `${JSON.stringify(growthSchema.parse(growth), null, 1)}\n`)
        }
        print(`load average ${growth.loadAverage.toFixed(1)}; all figures are in ${output}`)
      } finally {
        caller.close()
        await client.close()
      }
    }
    await withTrialSite(env, act, only)
  })
}

type Demo = {
  people: number
  parts: readonly { collection: mongo.Collection; documents: mongo.Document[] }[]
}

/** Every document of the demo that names an account, from all databases. */
async function demoOf(client: mongo.MongoClient): Promise<Demo> {
  const { databases } = await client.db('admin').command({ listDatabases: 1, nameOnly: true })
  // `as`: MongoDB's own shape
  const names = (databases as { name: string }[]).map(({ name }) => name)
  const parts: { collection: mongo.Collection; documents: mongo.Document[] }[] = []
  for (const name of names.filter((one) => one.startsWith('darsi-'))) {
    for (const collection of await client.db(name).collections()) {
      if (singular.includes(collection.collectionName)) continue
      const all = await collection.find().toArray()
      // a waiting event would be sent for every copy
      const documents = all.filter(
        (one) => JSON.stringify(copyOf(one._id, 1)) !== JSON.stringify(one._id) && !one['outbox']?.length,
      )
      if (documents.length > 0) parts.push({ collection, documents })
    }
  }
  const people = await client.db('darsi-auth').collection('accounts').countDocuments({})
  return { people, parts }
}

/** Chains and states of processes, which nothing may be inserted into. */
const singular = ['audit', 'audit-anchors', 'revocations', 'health', 'health-histories']

/** @returns the copies that there are now; fewer than wanted if the time was up */
async function grow({ people, parts }: Demo, size: number, from: number): Promise<number> {
  const started = performance.now()
  const wanted = Math.max(from, Math.ceil(size / people) - 1)
  let copies = from
  let refused = 0
  while (copies < wanted && performance.now() - started < growMs) {
    // several copies in one command, because each insert is a round trip
    const next = Array.from({ length: Math.min(20, wanted - copies) }, (_, index) => copies + index + 1)
    for (const { collection, documents } of parts)
      refused += await insert(
        collection,
        // `as`: a copy has the fields of its document
        next.flatMap((copy) => documents.map((one) => copyOf(one, copy) as mongo.Document)),
      )
    copies += next.length
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  print(
    `${(copies + 1) * people} accounts: ${copies} copies of the demo after ${seconds} s; ${refused} documents not copied because of a unique key`,
  )
  return copies
}

/** @returns how many had a unique key that is there already */
async function insert(collection: mongo.Collection, documents: mongo.Document[]): Promise<number> {
  try {
    await collection.insertMany(documents, { ordered: false })
    return 0
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoBulkWriteError) return documents.length - error.insertedCount
    throw error
  }
}

async function measure(world: World, accounts: number): Promise<Measured> {
  const { site, caller, client } = world
  const idle = await spentOn(site, () => sleep(idleMs))
  const measured: Measured['calls'] = []
  for (const call of frequentCalls) {
    // a slow server takes longer for all ten than a session lasts
    const sessions = await logInAll(site.url)
    const once = () => succeed(caller, sessions, call)
    // writes of one person wait for each other
    const atOnce = call.body ? 1 : lanes
    await inLanes(calls / 3, atOnce, once)
    const { ms, cpu } = await spentOn(site, () => inLanes(calls, atOnce, once))
    const each = [...cpu].map(
      ([name, used]) => [name, (used - ((idle.cpu.get(name) ?? 0) * ms) / idle.ms) / calls] as const,
    )
    const queries = await queriesIn(world, once)
    const shown = each.filter(([name, used]) => used >= 0.05 && name !== 'benchmark')
    measured.push({ key: call.key, share: call.share, cpu: Object.fromEntries(shown), queries })
    print(`  ${call.key}: ${shown.map(([name, used]) => `${name} ${used.toFixed(1)} ms`).join(', ')}`)
    for (const query of queries) print(`    ${lineOf(query)}`)
  }
  return { accounts, bytes: await bytesIn(client), calls: measured }
}

async function succeed(caller: Caller, sessions: Sessions, call: FrequentCall): Promise<void> {
  const { status, body } = await send(caller, sessions, call)
  if (status !== 200) throw new Error(`${call.key} answered ${status} ${body}`)
}

/** The queries of a call, one after the other, without those of timers: each explained on its own server. */
async function queriesIn({ client, record }: World, once: () => Promise<void>): Promise<MeasuredQuery[]> {
  writeFileSync(record, '')
  // every process has seen the file
  await sleep(300)
  await inLanes(recordedCalls, 1, once)
  // `as`: record-queries.ts writes these lines
  const lines = readFileSync(record, 'utf8').split('\n').filter(Boolean)
  rmSync(record)
  const all = lines.map((line) => mongoose.mongo.BSON.EJSON.parse(line) as Recorded)
  const shapes = Map.groupBy(all, ({ database, shape }) => `${database.replace('darsi-', '')}: ${shape}`)
  const queries: MeasuredQuery[] = []
  for (const [shape, found] of shapes) {
    const perCall = found.length / recordedCalls
    if (perCall < 0.5) continue
    const plans = await Promise.all(
      found
        .slice(0, explained)
        .map(({ database, read }) => explain(client.db(database), read, 'executionStats')),
    )
    const indexed = mean(await Promise.all(found.slice(0, explained).map((one) => indexedIn(client, one))))
    const [examined, returned] = [plans.map((plan) => plan.examined), plans.map((plan) => plan.returned)].map(
      mean,
    )
    const stages = [...new Set(plans.flatMap((plan) => plan.stages))]
    const served = found.every((one) => one.served)
    queries.push({
      ...{ shape, perCall, served, stages, indexed },
      ...{ examined: examined ?? null, returned: returned ?? null },
    })
  }
  return queries
}

/** The documents that the best declared index makes MongoDB read. */
async function indexedIn(
  client: mongo.MongoClient,
  { database, selections, read }: Recorded,
): Promise<number> {
  const collection = client.db(database).collection(read.find)
  const limit = Number(read['limit'] ?? Number.NaN) + Number(read['skip'] ?? 0)
  const counts = selections.map(async ({ filters, isLimited }) => {
    let documents = 0
    for (const filter of filters) documents += await collection.countDocuments(filter)
    return isLimited && limit < documents ? limit : documents
  })
  return counts.length > 0 ? Math.min(...(await Promise.all(counts))) : Number.NaN
}

function mean(values: readonly number[]): number | null {
  const sum = values.reduce((total, value) => total + value, 0)
  return Number.isNaN(sum) ? null : sum / values.length
}

function lineOf(query: MeasuredQuery): string {
  const { shape, perCall, served, indexed, examined, returned, stages } = query
  const text = (value: number | null) => value?.toFixed(1) ?? 'unknown'
  const mark = (read: number | null) => (isTooWide(read, returned) ? ' (MORE THAN 3 TIMES)' : '')
  return [
    `${perCall.toFixed(1)} × ${shape}: returns ${text(returned)}`,
    `by the declared indexes ${text(indexed)} read${mark(indexed)}`,
    `by this server ${text(examined)}${mark(examined)}, ${stages.join(' ')}`,
    ...(served ? [] : ['NO INDEX']),
  ].join(', ')
}

/** Data and indexes of all databases; null where the server does not say. */
async function bytesIn(client: mongo.MongoClient): Promise<number | null> {
  try {
    let bytes = 0
    for (const name of only.slice(1)) {
      const { dataSize, indexSize } = await client.db(`darsi-${name}`).command({ dbStats: 1 })
      bytes += Number(dataSize) + Number(indexSize)
    }
    return Number.isNaN(bytes) ? null : bytes
  } catch {
    return null
  }
}

/** Duration, and CPU time of each process meanwhile. */
async function spentOn(site: Site, work: () => Promise<void>) {
  const before = cpuOf(site.processes)
  const started = performance.now()
  await work()
  const ms = performance.now() - started
  const cpu = new Map(
    [...cpuOf(site.processes)].map(([name, used]) => [name, used - (before.get(name) ?? 0)]),
  )
  return { ms, cpu }
}
