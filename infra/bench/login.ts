import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { type Caller, createCaller } from '../local/trials/loopback.ts'
import { cpuOf } from '../local/trials/processes.ts'
import { print, quantile, registerTeachers, someTeacher, withTrialSite } from '../local/trials/trial.ts'

const rounds = 6
const roundMs = 5000
const idleMs = 5000
const people = 60
const lanes = 16
const samples = 400
const neighbours = ['GET /auth/profile', 'GET /statistics/basic'] as const
// the service's own parameters, algorithm 2 being argon2id
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Logins per second through the gateway, alternating with bare argon2id on the same machine; then the latency of other
 * calls during a login flood.
 */
export async function run(): Promise<void> {
  await withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000' }, async (site) => {
    const caller = createCaller(site.url)
    const crowd = await registerTeachers(caller, people, 4)
    const logIn = loginsOf(caller, crowd)
    await during(1500, lanes, logIn)
    await throughput(logIn, () => cpuOf(site.processes))
    await latency(caller, crowd[0] ?? '', logIn)
    caller.close()
  })
}

async function throughput(logIn: () => Promise<void>, cpu: () => Map<string, number>): Promise<void> {
  const known = await hash(password, parameters)
  const bare = async () => {
    if (!(await verify(known, password))) throw new Error('argon2id refused the right password')
  }
  // two threads or four, whichever is faster on this machine
  const [two, four] = [await during(2000, 2, bare), await during(2000, 4, bare)]
  const atOnce = two.perSecond > four.perSecond ? 2 : 4
  const ratios: number[] = []
  const idle = await idleShares(cpu)
  const spent = new Map<string, number>()
  let logins = 0
  let hashes = 0
  let hashMs = 0
  const bareRound = async () => {
    const started = process.cpuUsage()
    const { count, perSecond } = await during(roundMs / 2, atOnce, bare)
    const { user, system } = process.cpuUsage(started)
    hashes += count
    hashMs += (user + system) / 1000
    return perSecond
  }
  for (let round = 0; round < rounds; round++) {
    const before = await bareRound()
    const started = cpu()
    const ours = await during(roundMs, lanes, logIn)
    for (const [name, ms] of cpu()) {
      const used = ms - (started.get(name) ?? 0) - (idle.get(name) ?? 0) * ours.ms
      spent.set(name, (spent.get(name) ?? 0) + used)
    }
    logins += ours.count
    const after = await bareRound()
    const limit = (before + after) / 2
    ratios.push(ours.perSecond / limit)
    print(
      `logins ${ours.perSecond.toFixed(1)}/s, bare argon2id ${limit.toFixed(1)}/s, ratio ${(ours.perSecond / limit).toFixed(2)}`,
    )
  }
  print(`ratio, median of ${rounds} rounds: ${quantile(ratios, 0.5).toFixed(2)}`)
  const rows = [...spent]
    .map(([name, ms]) => [name, ms / logins] as const)
    .filter(([, ms]) => ms >= 0.05)
    .toSorted(([, a], [, b]) => b - a)
  print(`CPU per bare hash: ${(hashMs / hashes).toFixed(2)} ms`)
  const sum = rows.reduce((total, [, ms]) => total + ms, 0)
  print(
    `CPU per login above the idle site, ${sum.toFixed(1)} ms in all, load average ${loadavg()[0]?.toFixed(1)}: ${rows.map(([name, ms]) => `${name} ${ms.toFixed(2)} ms`).join(', ')}`,
  )
}

/** CPU of each process without calls, as a share of a core: timers and health checks are no cost of a login. */
async function idleShares(cpu: () => Map<string, number>): Promise<Map<string, number>> {
  const [before, started] = [cpu(), performance.now()]
  await sleep(idleMs)
  const ms = performance.now() - started
  return new Map([...cpu()].map(([name, used]) => [name, (used - (before.get(name) ?? 0)) / ms]))
}

async function latency(caller: Caller, email: string, logIn: () => Promise<void>): Promise<void> {
  const answer = await caller.call('POST /auth/login', { body: { email, password } })
  const headers = { authorization: `Bearer ${JSON.parse(answer.body).token}` }
  const measure = async () => {
    const times = new Map<string, number[]>(neighbours.map((key) => [key, []]))
    for (let sample = 0; sample < samples; sample++) {
      for (const key of neighbours) {
        const { status, ms } = await caller.call(key, { headers })
        if (status !== 200) throw new Error(`${key} answered ${status}`)
        times.get(key)?.push(ms)
      }
      await sleep(10)
    }
    return times
  }
  await measure()
  const idle = await measure()
  const flood = new AbortController()
  const flooding = during(60_000, lanes, logIn, flood.signal)
  const busy = await measure()
  flood.abort()
  await flooding
  for (const key of neighbours) {
    const [still, flooded] = [idle.get(key) ?? [], busy.get(key) ?? []]
    const times = quantile(flooded, 0.99) / quantile(still, 0.99)
    print(`${key}: idle ${line(still)}; during a login flood ${line(flooded)}; p99 ${times.toFixed(1)} times`)
  }
}

const { password } = someTeacher()

function loginsOf(caller: Caller, emails: readonly string[]): () => Promise<void> {
  let next = 0
  return async () => {
    const email = emails[next++ % emails.length]
    const { status, body } = await caller.call('POST /auth/login', { body: { email, password } })
    if (status !== 200) throw new Error(`login answered ${status} ${body}`)
  }
}

/** Repeats the work for this time, with a fixed number in parallel. */
async function during(ms: number, atOnce: number, work: () => Promise<void>, stop?: AbortSignal) {
  const started = performance.now()
  const isOver = () => stop?.aborted || performance.now() - started >= ms
  let count = 0
  const lane = async () => {
    while (!isOver()) {
      await work()
      count++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const spentMs = performance.now() - started
  return { count, ms: spentMs, perSecond: (count * 1000) / spentMs }
}

const line = (values: readonly number[]) =>
  `median ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`
