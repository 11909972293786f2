import { setTimeout as sleep } from 'node:timers/promises'
import { frontEnds, services } from '../local/process/site-ports.ts'
import type { Site } from '../local/site/site.ts'
import { slopeOf, watchMemory } from '../local/trials/memory.ts'
import { cpuOf, settlingMs } from '../local/trials/processes.ts'
import { print, withTrialSite } from '../local/trials/trial.ts'

const minutes = Math.min(Math.max(Number(process.argv[3] ?? 10), 1), 240)
/** Of a core. */
const barPercent = 1
/** Start-up work still shows in the memory of a short run. */
const slopeFromMinutes = 30
const slopeBarMb = 1

/** Not the backing servers: here they are stand-ins. */
const ours: readonly string[] = ['gateway', ...services, ...frontEnds.map((name) => `front-${name}`)]

type Row = { name: string; percent: number; mb: number; slope: number }

/**
 * A site that nobody uses: CPU in per cent of a core, memory and its slope for each process. `npm run bench -- idle 120`
 * measures for 120 minutes. The health checks are called as often as compose calls them.
 */
export async function run(): Promise<void> {
  await withTrialSite({ DEMO: 'false' }, async (site) => {
    await sleep(settlingMs)
    const stopChecks = checkHealth(site)
    const rows = await measure(site)
    stopChecks()
    for (const { name, percent, mb, slope } of rows)
      print(
        `${name}: ${percent.toFixed(2)} % of a core, ${mb.toFixed(0)} MB, ${slope >= 0 ? '+' : ''}${slope.toFixed(1)} MB an hour`,
      )
    const own = rows.filter(({ name }) => ours.includes(name))
    const busy = own.filter(({ percent }) => percent >= barPercent)
    print(`at or above ${barPercent} % of a core: ${busy.map(({ name }) => name).join(', ') || 'none'}`)
    if (minutes < slopeFromMinutes) return
    const growing = own.filter(({ slope }) => slope >= slopeBarMb)
    print(`growing by ${slopeBarMb} MB an hour: ${growing.map(({ name }) => name).join(', ') || 'none'}`)
  })
}

async function measure({ processes }: Site): Promise<Row[]> {
  const memory = watchMemory({ processes }, { names: [...processes.keys()] })
  const [before, started] = [cpuOf(processes), performance.now()]
  await sleep(minutes * 60_000)
  const [after, ms] = [cpuOf(processes), performance.now() - started]
  memory.stop()
  return [...memory.samples]
    .map(([name, samples]) => {
      const percent = (100 * ((after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN))) / ms
      return { name, percent, mb: samples.at(-1)?.mb ?? Number.NaN, slope: slopeOf(samples) }
    })
    .toSorted((one, other) => other.percent - one.percent)
}

/** As compose's health checks (infra/docker/service.Dockerfile). */
function checkHealth(site: Site): () => void {
  const timer = setInterval(() => {
    for (const name of services) fetch(`${site.serviceUrl(name)}/readyz`).catch(() => undefined)
  }, 30_000)
  return () => clearInterval(timer)
}
