import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { nodeBinary } from './paths.ts'

let guard: { process: ChildProcess; input: Writable } | undefined

/**
 * Starts a process in its own process group: Ctrl-C in the terminal reaches only us, and one signal reaches all its
 * children. If we die unexpectedly, the guard stops the group.
 */
export function spawnGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true })
  const { pid } = child
  if (pid === undefined) return child
  tellGuard(`+${pid}`)
  child.once('exit', () => {
    // the rest of its group is stopped too
    signalGroup(child, 'SIGKILL')
    tellGuard(`-${pid}`)
  })
  return child
}

export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // already gone
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

/** SIGTERM first, then SIGKILL. */
export async function endGroup(child: ChildProcess, patienceMs: number): Promise<void> {
  if (hasEnded(child)) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  // a paused process cannot receive other signals
  signalGroup(child, 'SIGCONT')
  signalGroup(child, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), patienceMs)
  await exited
  clearTimeout(timer)
}

/** Resolves when no process started here runs any more; the guard ends the rest. */
export async function endAllGroups(): Promise<void> {
  if (!guard) return
  const { process, input } = guard
  const exited = new Promise((resolve) => process.once('exit', resolve))
  process.ref()
  input.end()
  if (!hasEnded(process)) await exited
}

function tellGuard(line: string): void {
  guard ??= startGuard()
  guard.input.write(`${line}\n`)
}

function startGuard(): { process: ChildProcess; input: Writable } {
  const process = spawn(nodeBinary, [`${import.meta.dirname}/guard.mjs`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  process.unref()
  const input = process.stdin
  input.on('error', () => {})
  // `as`: a pipe to a child is a socket, which supports unref
  ;(input as Writable & { unref?: () => void }).unref?.()
  return { process, input }
}
