import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mongoose'
import type { Site } from '../../local/site/site.ts'
import { createCaller } from '../../local/trials/loopback.ts'
import { watchMemory } from '../../local/trials/memory.ts'
import { startLoad, watchProcesses } from '../../local/trials/steady-load.ts'
import { print, quantile, someStudent } from '../../local/trials/trial.ts'
import { until } from '../../local/trials/waiting.ts'
import { createBars } from './bars.ts'
import { withFaultSite } from './mail-site.ts'
import { ofTrials } from './registrations.ts'
import { startReads } from './signed-in-reads.ts'
import { operatorBus, servicesBehind } from './site-kafka.ts'
import { amount, printLoad } from './size.ts'

const warmUp = 5
/** For this long beyond its limit the end is waited for: a late end is a figure too. */
const latenessMs = 300_000
/** The first calls after a start are slower, and not compared. */
const unsteadyMs = 5000

type Period = { from: number; to: number }
type Outage = {
  /** Registrations. */
  perSecond: number
  /** Reads by a signed-in teacher, a second. */
  reads?: number
  /** Load before the outage. With few registrations their 99th percentile is the slowest one. */
  baselineMs: number
  /** Takes Kafka away and brings it back. */
  takeAway: () => Promise<Period>
  /** Limit of the time from its return until every service has handled every event. */
  drainMs: number
  /** Limit of the 99th percentile of registrations, and of all calls, as a multiple of that before the outage. */
  slowdown?: number
}

type Fault = {
  seconds: number
  drainMs: number
  /** Stops or pauses a server for this time, and ends the fault. */
  fault: (site: Site, name: 'kafka', ms: number) => Promise<Period>
  /** What the report says about Kafka during the fault, such as `is away`. */
  state: string
}

/** Starts a site and runs an outage of Kafka on it, under registrations and reads. */
export async function withoutKafka({ seconds, drainMs, fault, state }: Fault): Promise<void> {
  const perSecond = amount('RATE', { small: 50, full: 50 })
  await withFaultSite(async (site) => {
    print(`${perSecond} requests a second, a tenth of them registrations; Kafka ${state} for ${seconds} s`)
    await outageOfKafka(site, {
      perSecond: perSecond / 10,
      reads: perSecond * 0.9,
      // a tenth of the calls: 300 registrations have a 99th percentile
      baselineMs: 65_000,
      takeAway: () => fault(site, 'kafka', seconds * 1000),
      drainMs,
    })
  })
}

/**
 * Registrations at a fixed rate before and during an outage of Kafka.
 * @throws PlainError when one fails or is lost, a process ends, calls become slow, or memory grows
 */
export async function outageOfKafka(
  site: Site,
  { perSecond, reads = 0, baselineMs, takeAway, drainMs, slowdown = 2 }: Outage,
): Promise<void> {
  const caller = createCaller(site.url)
  const { call, close } = caller
  const reading = reads > 0 ? await startReads(caller, reads) : null
  const earlier = await accountsOf(site)
  const register = () => call('POST /auth/register', { body: someStudent() })
  // at once, so that every hashing thread has its memory
  await Promise.all(Array.from({ length: warmUp }, register))
  const ended = watchProcesses(services(site))
  const memory = watchMemory(site)
  const load = startLoad(perSecond, register)
  await sleep(baselineMs)
  const period = await takeAway()
  const grown = memory.growth(period.from)
  await Promise.all([load.stop(), reading?.stop()])
  const drainedMs = await drained(site, period.to, drainMs + latenessMs)
  const mails = await mailed(site, drainMs + latenessMs)
  const accounts = (await accountsOf(site)) - earlier
  memory.stop()
  close()

  const acknowledged = load.answers.filter(({ ok }) => ok).length
  print(
    `${load.answers.length} registrations, ${accounts} accounts of ${acknowledged + warmUp} acknowledged; ended: ${ended().join(', ') || 'none'}`,
  )
  const bars = createBars()
  bars.atMost('failed registrations', load.answers.length - acknowledged, 0, '')
  if (reading) {
    const failedReads = reading.answers.filter(({ ok }) => !ok)
    for (const { status, ms, at } of failedReads.slice(0, 5)) {
      const second = ((at - period.from) / 1000).toFixed(1)
      print(`  a read ${second} s after the outage began: ${status || 'no answer'} after ${ms.toFixed(0)} ms`)
    }
    bars.atMost(`failed reads of ${reading.answers.length}`, failedReads.length, 0, '')
  }
  bars.atMost('lost registrations', acknowledged + warmUp - accounts, 0, '')
  bars.atMost('accounts of refused registrations', accounts - acknowledged - warmUp, 0, '')
  bars.atMost('processes that ended', ended().length, 0, '')
  const loads = { registrations: [load], ...(reading && { 'all calls': [load, reading] }) }
  for (const [name, parts] of Object.entries(loads)) {
    const p99 = (from: number, to: number) =>
      quantile(
        parts.flatMap((part) => part.between(from, to).map(({ ms }) => ms)),
        0.99,
      )
    const before = p99(period.from - baselineMs + Math.min(unsteadyMs, baselineMs / 2), period.from)
    const during = p99(period.from, period.to)
    bars.note(`p99 of ${name} before`, before, 'ms')
    bars.note(`p99 of ${name} without Kafka`, during, 'ms')
    bars.atMost(`ratio of the two, ${name}`, during / before, slowdown, 'times')
  }
  bars.atMost('everything handled after its return', drainedMs / 1000, drainMs / 1000, 's')
  bars.atMost('mails missing', accounts + earlier - mails, 0, '')
  bars.atMost(`growth of memory (${grown.name})`, grown.mb, 100, 'MB')
  printLoad()
  bars.judge()
}

/**
 * Looks at all six services: accounts, profiles and rows show only three of them.
 * @returns milliseconds from Kafka's return until each account has its profile and its row and no service is behind;
 * never: Infinity
 */
async function drained(site: Site, returnedAt: number, patienceMs: number): Promise<number> {
  const bus = operatorBus(site)
  let behind: string[] = []
  const drainedMs = await counting(site, (count) => {
    const isDrained = async () => {
      const [accounts, profiles, rows] = await Promise.all([
        count('darsi-auth', 'accounts'),
        count('darsi-users', 'profiles'),
        count('darsi-admin', 'users'),
      ])
      if (accounts !== profiles || accounts !== rows) return false
      behind = await servicesBehind(bus)
      return behind.length === 0
    }
    return until('every event is handled', patienceMs, isDrained).then(
      () => performance.now() - returnedAt,
      () => Number.POSITIVE_INFINITY,
    )
  })
  await bus.close()
  if (behind.length > 0) print(`  services that are behind: ${behind.join(', ')}`)
  return drainedMs
}

/** @returns the number of accounts whose mail is sent, once all are or the time is over */
async function mailed({ servers }: Site, patienceMs: number): Promise<number> {
  const mongo = await createConnection(servers.MONGO_URL).asPromise()
  const mails = mongo.useDb('darsi-notifications').collection('mails')
  const accounts = await accountsOf({ servers })
  const sent = () => mails.countDocuments({ kind: 'verify-email', state: 'sent' })
  await until('every mail is sent', patienceMs, async () => (await sent()) >= accounts).catch(() => {})
  const count = await sent()
  await mongo.close()
  return count
}

const accountsOf = (site: Pick<Site, 'servers'>) => counting(site, (count) => count('darsi-auth', 'accounts'))

/** Counts the people of trials in a collection. */
async function counting<T>(
  { servers }: Pick<Site, 'servers'>,
  act: (count: (database: string, name: string) => Promise<number>) => Promise<T>,
): Promise<T> {
  const mongo = await createConnection(servers.MONGO_URL).asPromise()
  try {
    return await act((database, name) => mongo.useDb(database).collection(name).countDocuments(ofTrials))
  } finally {
    await mongo.close()
  }
}

/** All processes but Kafka itself. */
const services = ({ processes }: Site) => new Map([...processes].filter(([name]) => name !== 'kafka'))
