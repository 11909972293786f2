import { readFileSync } from 'node:fs'
import { services } from '../../local/process/site-ports.ts'
import type { Site } from '../../local/site/site.ts'

const everyMs = 2000

/** Resident memory of a process in MB, from Linux's own count. */
function residentOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}

/** CPU seconds that a process has used. */
export function cpuSecondsOf(pid: number): number {
  // the name in parentheses may contain spaces
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  // user and system time, in ticks of 10 ms
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export type Sample = { at: number; mb: number }

/** Samples the memory of gateway and services until `stop`. */
export function watchMemory(site: Pick<Site, 'processes'>) {
  const samples = new Map<string, Sample[]>()
  const look = () => {
    for (const name of ['gateway', ...services]) {
      const pid = site.processes.get(name)?.pid()
      if (pid === undefined) continue
      try {
        const list = samples.get(name) ?? []
        list.push({ at: performance.now(), mb: residentOf(pid) })
        samples.set(name, list)
      } catch {
        // it has just ended
      }
    }
  }
  look()
  const timer = setInterval(look, everyMs)
  return {
    samples,
    /** The largest growth of one process between two moments: its highest value after `from` less that before. */
    growth: (from: number): { name: string; mb: number } => {
      const grown = [...samples].map(([name, list]) => {
        const before = Math.max(...list.filter(({ at }) => at <= from).map(({ mb }) => mb))
        const after = Math.max(...list.filter(({ at }) => at > from).map(({ mb }) => mb))
        return { name, mb: after - before }
      })
      return grown.reduce((most, one) => (one.mb > most.mb ? one : most), { name: 'none', mb: 0 })
    },
    stop: () => clearInterval(timer),
  }
}
