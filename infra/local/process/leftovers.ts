import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identityOf } from './identity.ts'

/** Records a running process, so that the next launcher can find it after this one was killed. */
export function noteProcess(file: string, pid: number): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${pid}\n${identityOf(pid) ?? ''}\n`)
}

export function forgetProcess(file: string): void {
  rmSync(file, { force: true })
}

/** The recorded process, if it still runs. */
export function notedProcess(file: string): number | null {
  const [pid = '', identity = ''] = read(file).split('\n')
  return identity !== '' && identityOf(Number(pid)) === identity ? Number(pid) : null
}

/** Stops the processes that a killed launcher left, from its records in one folder. */
export async function stopLeftovers(folder: string, say: (text: string) => void): Promise<void> {
  const notes = list(folder).map((name) => join(folder, name))
  const running = () => notes.flatMap((file) => notedProcess(file) ?? [])
  if (running().length > 0) {
    say('Stopping what an earlier start left behind…')
    for (const pid of running()) {
      signal(pid, 'SIGCONT')
      signal(pid, 'SIGTERM')
    }
    const deadline = Date.now() + 10_000
    while (running().length > 0) {
      if (Date.now() > deadline) for (const pid of running()) signal(pid, 'SIGKILL')
      await sleep(100)
    }
  }
  for (const file of notes) forgetProcess(file)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {
    // already gone
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
