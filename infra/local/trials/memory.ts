import type { Child } from '../process/child.ts'
import { services } from '../process/site-ports.ts'
import { memoryOf } from './processes.ts'

/** Resident megabytes; `at` by `performance.now()`. */
export type Sample = { at: number; mb: number }

type Processes = { processes: ReadonlyMap<string, Child> }

/** Samples the memory of these processes until `stop`. A process that is not running has no sample. */
export function watchMemory(
  { processes }: Processes,
  { names = ['gateway', ...services], everyMs = 2000 }: { names?: readonly string[]; everyMs?: number } = {},
) {
  const samples = new Map(names.map((name): [string, Sample[]] => [name, []]))
  const look = () => {
    for (const [name, list] of samples) {
      const mb = memoryOf(processes.get(name)?.pid())
      if (!Number.isNaN(mb)) list.push({ at: performance.now(), mb })
    }
  }
  look()
  const timer = setInterval(look, everyMs)
  return {
    /** By name, the earliest first. */
    samples: samples as ReadonlyMap<string, readonly Sample[]>,
    /** The largest growth of one process between two moments: its highest value after `from` less that before. */
    growth: (from: number): { name: string; mb: number } =>
      [...samples]
        .map(([name, list]) => ({
          name,
          mb: highest(list.filter(({ at }) => at > from)) - highest(list.filter(({ at }) => at <= from)),
        }))
        .reduce((most, one) => (one.mb > most.mb ? one : most), { name: 'none', mb: 0 }),
    stop: () => clearInterval(timer),
  }
}

export const highest = (samples: readonly Sample[]): number => Math.max(...samples.map(({ mb }) => mb))

/** By least squares, in megabytes an hour. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(({ at }) => at)), mean(samples.map(({ mb }) => mb))]
  const both = samples.reduce((sum, { at, mb }) => sum + (at - x) * (mb - y), 0)
  const own = samples.reduce((sum, { at }) => sum + (at - x) ** 2, 0)
  return (both / own) * 3_600_000
}
