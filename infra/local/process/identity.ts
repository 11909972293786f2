import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Distinguishes a process from a later one with the same pid; null when there is none. */
export function identityOf(pid: number): string | null {
  if (process.platform === 'linux') return onLinux(pid)
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout?.trim() || null
}

function onLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name in brackets may contain anything; state and start time are fields 3 and 22
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return null
    return `${bootId()} ${fields[19]}`
  } catch {
    return null
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}
