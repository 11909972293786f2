import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlainError } from '../local/process/fail.ts'
import type { Site } from '../local/site/site.ts'
import { createCaller } from '../local/trials/loopback.ts'
import { memoryOf } from '../local/trials/processes.ts'
import { startLoad } from '../local/trials/steady-load.ts'
import { print, withTrialSite } from '../local/trials/trial.ts'
import { frequentCalls, logInAll, logInToDemo, send } from './growth/calls.ts'

const minutes = Math.min(Math.max(Number(process.argv[3] ?? 10), 1), 240)
const perSecond = 10
/** A token is valid for ten minutes. */
const tokenMs = 5 * 60_000
const only = ['gateway', 'auth', 'users', 'availability', 'classroom', 'admin', 'notifications']

/**
 * Resident memory of every process before and after the ordinary calls of an evening at a modest rate: `npm run bench --
 * memory 180` for three hours. Without the server of the front ends, which does not change with use.
 */
export async function run(): Promise<void> {
  const act = async (site: Site) => {
    const caller = createCaller(site.url)
    let sessions = await logInToDemo(site.url, caller)
    const before = residentIn(site)
    const mixed = frequentCalls.flatMap((call) => Array<typeof call>(call.share).fill(call))
    const load = startLoad(perSecond, (index) => {
      // 37 has no factor in common with the hundred calls, so that different ones follow each other
      const call = mixed[(index * 37) % mixed.length]
      if (!call) throw new PlainError('no calls')
      return send(caller, sessions, call)
    })
    for (const until = performance.now() + minutes * 60_000; performance.now() < until; ) {
      await sleep(Math.min(tokenMs, until - performance.now()))
      sessions = await logInAll(site.url)
    }
    await load.stop()
    const statuses = [...Map.groupBy(load.answers, ({ status }) => status)]
      .map(([status, answers]) => `${answers.length} × ${status}`)
      .join(', ')
    print(`calls in ${minutes} minutes: ${statuses}; load average ${loadavg()[0]?.toFixed(1)}`)
    const after = residentIn(site)
    for (const [name, mb] of after)
      print(`  ${name}: ${before.get(name)?.toFixed(0)} MB, then ${mb.toFixed(0)}`)
    print(`all processes: ${sumOf(before)} MB, then ${sumOf(after)}`)
    caller.close()
  }
  await withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000', DEMO_WEEKS: '12' }, act, only)
}

const residentIn = (site: Site) =>
  new Map([...site.processes].map(([name, child]) => [name, memoryOf(child.pid())]))

const sumOf = (memory: ReadonlyMap<string, number>) =>
  [...memory.values()].reduce((sum, mb) => sum + mb, 0).toFixed(0)
