import { z } from 'zod'
import type { Growth, Measured } from './result.ts'

/** What the operator's own host asks for a month, in dinars; null is not known. */
export const pricesSchema = z.strictObject({
  /** A machine of 4 cores and 16 GB for the services. */
  node: z.number().nullable(),
  /** A member of a replica set: 16 cores and 64 GB. */
  databaseNode: z.number().nullable(),
  /** A broker: 4 cores and 16 GB. */
  kafkaNode: z.number().nullable(),
  /** A Redis with its replica. */
  redis: z.number().nullable(),
})
export type Prices = z.infer<typeof pricesSchema>

/** A family: one and a half parents and two children. */
const accountsPerFamily = 3.5
const activeInTheEvening = 0.05
const secondsBetweenCalls = 10
/** For busy minutes and a lost machine. */
const reserve = 2
const node = { cores: 4 }
const database = { cores: 16, bytes: 64e9, members: 3 }
/** WiredTiger's cache is half of the machine. */
const cacheShare = 0.5
/** Per person and day; the peak is four times the mean. */
const eventsPerDay = 5
const eventPeak = 4
/** CPU of the slowest consumer, one core per partition. */
const msPerEvent = 4
const brokerEvents = 10_000
const fewestPartitions = 6
const servers: readonly string[] = ['mongo', 'kafka', 'redis', 'mail']

export type Size = {
  families: number
  accounts: number
  callsPerSecond: number
  cores: number
  nodes: number
  databaseCores: number
  /** GB. */
  databaseMemory: number | null
  shards: number
  partitions: number
  brokers: number
  dinars: number | null
}

/** What this many families need, by the largest measured number of accounts. */
export function sizeFor(growth: Growth, families: number, prices: Prices): Size {
  const measured = growth.sizes.reduce((most, one) => (one.accounts > most.accounts ? one : most))
  const accounts = families * accountsPerFamily
  const callsPerSecond = (accounts * activeInTheEvening) / secondsBetweenCalls
  const cpu = cpuOfMixedCall(measured)
  const ours = [...cpu].filter(([name]) => !servers.includes(name)).reduce((sum, [, ms]) => sum + ms, 0)
  const events = (accounts * eventsPerDay * eventPeak) / 86_400
  const cores = ((callsPerSecond * ours + events * msPerEvent) / 1000) * reserve
  const databaseCores = ((callsPerSecond * (cpu.get('mongo') ?? 0)) / 1000) * reserve
  const bytes = measured.bytes === null ? null : (measured.bytes / measured.accounts) * accounts
  const shards = Math.max(
    1,
    Math.ceil(databaseCores / database.cores),
    Math.ceil((bytes ?? 0) / (database.bytes * cacheShare)),
  )
  // one machine may be lost
  const nodes = Math.max(2, Math.ceil(cores / node.cores))
  const partitions = Math.max(fewestPartitions, 6 * Math.ceil((((events * msPerEvent) / 1000) * reserve) / 6))
  const brokers = Math.max(3, Math.ceil(events / brokerEvents))
  const { node: perNode, databaseNode, kafkaNode, redis } = prices
  const isKnown = perNode !== null && databaseNode !== null && kafkaNode !== null && redis !== null
  const dinars = isKnown
    ? nodes * perNode + shards * database.members * databaseNode + brokers * kafkaNode + redis
    : null
  return {
    ...{
      families,
      accounts,
      callsPerSecond,
      cores,
      nodes,
      databaseCores,
      shards,
      partitions,
      brokers,
      dinars,
    },
    databaseMemory: bytes === null ? null : bytes / cacheShare / 1e9,
  }
}

/** Milliseconds of each process for one call of the mixture. */
function cpuOfMixedCall({ calls }: Measured): Map<string, number> {
  const all = calls.reduce((sum, { share }) => sum + share, 0)
  const mixed = new Map<string, number>()
  for (const { share, cpu } of calls)
    for (const [name, ms] of Object.entries(cpu)) mixed.set(name, (mixed.get(name) ?? 0) + (ms * share) / all)
  return mixed
}

const number = (value: number | null, unit = '') =>
  value === null ? '?' : `${new Intl.NumberFormat('en').format(Number(value.toPrecision(2)))}${unit}`

const rows: readonly [string, (size: Size) => string][] = [
  ['accounts', ({ accounts }) => number(accounts)],
  ['calls a second', ({ callsPerSecond }) => number(callsPerSecond)],
  ['cores of gateway and services', ({ cores }) => number(cores)],
  [`nodes of ${node.cores} cores`, ({ nodes }) => String(nodes)],
  ['cores of MongoDB', ({ databaseCores }) => number(databaseCores)],
  ['memory of MongoDB', ({ databaseMemory }) => number(databaseMemory, ' GB')],
  [`shards of ${database.members} × ${database.cores} cores`, ({ shards }) => String(shards)],
  ['partitions', ({ partitions }) => String(partitions)],
  ['brokers', ({ brokers }) => String(brokers)],
  ['dinars a month', ({ dinars }) => number(dinars)],
]

/** The table of docs/reference.md in Markdown. */
export function sizingTable(sizes: readonly Size[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['families', ...sizes.map(({ families }) => number(families))]),
    line(['', ...sizes].map(() => '---')),
    ...rows.map(([name, cell]) => line([name, ...sizes.map(cell)])),
  ].join('\n')
}
