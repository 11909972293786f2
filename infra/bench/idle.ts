import { setTimeout as sleep } from 'node:timers/promises'
import { frontEnds, services } from '../local/process/site-ports.ts'
import type { Site } from '../local/site/site.ts'
import { cpuOf, memoryOf, settlingMs } from '../local/trials/processes.ts'
import { print, withTrialSite } from '../local/trials/trial.ts'

const minutes = Math.min(Math.max(Number(process.argv[3] ?? 10), 1), 240)
/** Of a core. */
const barPercent = 1
/** Start-up work still shows in the memory of a short run. */
const slopeFromMinutes = 30
const slopeBarMb = 1
const readEveryMs = 15_000

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
  const memory = new Map<string, { at: number; mb: number }[]>()
  const readMemory = () => {
    for (const [name, child] of processes) {
      const read = { at: performance.now(), mb: memoryOf(child.pid()) }
      memory.set(name, [...(memory.get(name) ?? []), read])
    }
  }
  const [before, started] = [cpuOf(processes), performance.now()]
  while (performance.now() - started < minutes * 60_000) {
    readMemory()
    await sleep(readEveryMs)
  }
  readMemory()
  const ms = performance.now() - started
  return [...cpuOf(processes)]
    .filter(([name]) => processes.has(name))
    .map(([name, used]) => {
      const reads = memory.get(name) ?? []
      const percent = (100 * (used - (before.get(name) ?? 0))) / ms
      return { name, percent, mb: reads.at(-1)?.mb ?? Number.NaN, slope: slopeOf(reads) }
    })
    .toSorted((one, other) => other.percent - one.percent)
}

/** Least squares, in megabytes an hour. */
function slopeOf(reads: readonly { at: number; mb: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, mb] = [mean(reads.map((read) => read.at)), mean(reads.map((read) => read.mb))]
  const both = reads.reduce((sum, read) => sum + (read.at - at) * (read.mb - mb), 0)
  const own = reads.reduce((sum, read) => sum + (read.at - at) ** 2, 0)
  return (both / own) * 3_600_000
}

/** As compose's health checks (infra/docker/service.Dockerfile). */
function checkHealth(site: Site): () => void {
  const timer = setInterval(() => {
    for (const name of services) fetch(`${site.serviceUrl(name)}/readyz`).catch(() => undefined)
  }, 30_000)
  return () => clearInterval(timer)
}
