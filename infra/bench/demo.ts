import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlainError } from '../local/process/fail.ts'
import { services } from '../local/process/site-ports.ts'
import type { Site } from '../local/site/site.ts'
import { cpuOf, untilQuiet } from '../local/trials/processes.ts'
import { print, withTrialSite } from '../local/trials/trial.ts'

const patienceMs = 5 * 60_000
/** The log lines that end each service's part of the demo. */
const parts = [
  { name: 'users', line: 'demo data made' },
  { name: 'availability', line: 'demo lessons made' },
  { name: 'admin', line: 'demo tickets and alerts made' },
] as const

/**
 * How long a demo of twelve weeks takes from ready services to its last part, and the CPU time of each process until no
 * event waits, the start of the process included.
 */
export async function run(): Promise<void> {
  const only = [...services.filter((name) => name !== 'classroom'), 'gateway']
  await withTrialSite(
    { DEMO_WEEKS: '12' },
    async (site) => {
      const [started, before] = [performance.now(), cpuOf(site.processes)]
      const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
      const open = new Set<(typeof parts)[number]>(parts)
      while (open.size > 0) {
        for (const part of open) {
          if (!isMade(site, part)) continue
          open.delete(part)
          print(`${part.name}: ${part.line} after ${seconds()} s`)
        }
        if (performance.now() - started > patienceMs) throw new PlainError('the demo is not made')
        await sleep(50)
      }
      await untilQuiet(site.processes)
      print(`all events handled after at most ${seconds()} s (load average ${loadavg()[0]?.toFixed(1)})`)
      const after = [...cpuOf(site.processes)].filter(([name]) => site.processes.has(name))
      const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
      for (const [name, ms] of after.toSorted(([, a], [, b]) => b - a))
        print(`${name}: ${cores(ms)}, of them ${cores(ms - (before.get(name) ?? 0))} since it was ready`)
      print(`in all ${cores(sum(after.map(([, ms]) => ms)))}`)
    },
    only,
  )
}

const cores = (ms: number) => `${(ms / 1000).toFixed(1)} s of CPU`

function isMade({ logFolder }: Site, { name, line }: (typeof parts)[number]): boolean {
  return readFileSync(join(logFolder, `${name}.log`), 'utf8').includes(line)
}
