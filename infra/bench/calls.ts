import { setTimeout as sleep } from 'node:timers/promises'
import { tokenOf } from '../fuzz/site.ts'
import type { Site } from '../local/site/site.ts'
import { type Caller, createCaller } from '../local/trials/loopback.ts'
import { cpuOf } from '../local/trials/processes.ts'
import { inLanes, print, withTrialSite } from '../local/trials/trial.ts'

const reads = 1500
const writes = 300
const lanes = 8
const idleMs = 10_000
const services = ['gateway', 'auth', 'users', 'availability', 'classroom', 'admin', 'notifications']

type Spent = { ms: number; cpu: ReadonlyMap<string, number> }
type Kind = { key: string; role: 'student' | 'admin'; body?: object }

// frequent calls of signed-in people
const kinds: readonly Kind[] = [
  { key: 'GET /auth/sessions', role: 'student' },
  { key: 'GET /me/profile', role: 'student' },
  { key: 'GET /teachers?limit=20', role: 'student' },
  { key: 'GET /availability/teacher', role: 'student' },
  {
    key: 'POST /availability/save',
    role: 'student',
    body: { week_offset: 0, availability: [{ day_of_week: 1, hour: 9, is_available: true }] },
  },
  { key: 'GET /notifications', role: 'student' },
  { key: 'GET /admin/users', role: 'admin' },
]

/**
 * CPU time of each service and server per call, by kind of call, many in parallel, minus its idle time: the basis of the
 * sizing in docs/reference.md.
 */
export async function run(): Promise<void> {
  const act = async (site: Site) => {
    const caller = createCaller(site.url)
    const tokens = { student: await tokenOf(site.url, 'student'), admin: await tokenOf(site.url, 'admin') }
    const measured: [Kind, number, Spent][] = []
    for (const kind of kinds) {
      const once = () => succeed(caller, kind, tokens[kind.role])
      // writes of one person wait for each other
      const [count, atOnce] = kind.body ? [writes, 1] : [reads, lanes]
      await inLanes(count / 3, atOnce, once)
      measured.push([kind, count, await spentOn(site, () => inLanes(count, atOnce, once))])
    }
    // last: the work after a start is done by now
    const idle = await spentOn(site, () => sleep(idleMs))
    print(`nobody there: ${line(idle.cpu, (_, ms) => (ms * 1000) / idle.ms)} a second`)
    for (const [{ key }, count, { ms, cpu }] of measured) {
      const each = (name: string, spent: number) =>
        (spent - ((idle.cpu.get(name) ?? 0) * ms) / idle.ms) / count
      print(`${key}: ${line(cpu, each)}`)
    }
    caller.close()
  }
  await withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000' }, act, services)
}

async function succeed(caller: Caller, { key, body }: Kind, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const { status, body: said } = await caller.call(key, { headers, ...(body && { body }) })
  if (status !== 200) throw new Error(`${key} answered ${status} ${said}`)
}

/** Duration, and CPU time of each process meanwhile. */
async function spentOn(site: Site, work: () => Promise<void>): Promise<Spent> {
  const before = cpuOf(site.processes)
  const started = performance.now()
  await work()
  const ms = performance.now() - started
  const spent = [...cpuOf(site.processes)].map(
    ([name, used]) => [name, used - (before.get(name) ?? 0)] as const,
  )
  return { ms, cpu: new Map(spent) }
}

function line(cpu: ReadonlyMap<string, number>, each: (name: string, ms: number) => number): string {
  return [...cpu]
    .map(([name, ms]) => [name, each(name, ms)] as const)
    .filter(([name, ms]) => ms >= 0.1 && name !== 'benchmark')
    .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
    .join(', ')
}
