import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '../process/child.ts'

/** After the start of a process, until V8 has reduced its heap three times. */
export const settlingMs = 300_000

// the kernel counts in hundredths of a second on every machine (USER_HZ)
const tickMs = 10

/** CPU time in milliseconds of each process, by name; empty where there is no /proc. */
export function cpuOf(processes: ReadonlyMap<string, Child>): Map<string, number> {
  const used = new Map<string, number>()
  for (const [name, child] of processes) {
    const ms = cpuOfProcess(child.pid())
    if (ms !== null) used.set(name, ms)
  }
  const { user, system } = process.cpuUsage()
  return used.set('benchmark', (user + system) / 1000)
}

const quietMs = 5 * 60_000

/** Waits until the processes use less than a third of a core for two seconds, at most five minutes. */
export async function untilQuiet(processes: ReadonlyMap<string, Child>): Promise<void> {
  const own = () => [...cpuOf(processes)].filter(([name]) => name !== 'benchmark')
  for (let rounds = 0; rounds < quietMs / 2000; rounds++) {
    const before = new Map(own())
    await sleep(2000)
    const used = own().reduce((sum, [name, ms]) => sum + ms - (before.get(name) ?? 0), 0)
    if (used < 600) return
  }
}

/** Resident memory of a process in megabytes; NaN where there is no /proc. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** CPU time of one process in milliseconds; null where there is no /proc. */
export function cpuOfProcess(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name in parentheses may contain spaces
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return null
  }
}
