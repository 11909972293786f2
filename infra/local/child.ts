import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { PlainError } from './fail.ts'
import { nodeBinary } from './paths.ts'

export type Spec = {
  name: string
  command: string
  args: readonly string[]
  cwd?: string
  env?: Readonly<Record<string, string>>
  logFile: string
  /** Resolves to true once the process can do its work. */
  ready: () => Promise<boolean>
}

export type Child = {
  name: string
  pid: () => number | undefined
  /** Resolves when ready. @throws PlainError with the end of its log when it died or took too long */
  ready: () => Promise<void>
  kill: (signal: NodeJS.Signals) => void
  stop: () => Promise<void>
}

export type Watch = {
  /** Something died that had been running. */
  restarted: (name: string) => void
  /** It died again and again: nothing more can be done by itself. */
  gaveUp: (error: PlainError) => void
}

const startMs = 90_000
const deathsPerMinute = 5

let guard: Writable | undefined

/** Starts a process in a group of its own, writes its output to a file and starts it again when it dies later. */
export function startChild(spec: Spec, watch: Watch): Child {
  let process: ChildProcess
  let wasReady = false
  let stopping = false
  let failed: PlainError | undefined
  const deaths: number[] = []

  const launch = () => {
    mkdirSync(dirname(spec.logFile), { recursive: true })
    const log = openSync(spec.logFile, 'a')
    process = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: { ...globalThis.process.env, ...spec.env },
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    const { pid } = process
    if (pid) tellGuard(`+${pid}`)
    writeFileSync(spec.logFile.replace(/\.log$/, '.pid'), String(pid ?? ''))
    process.once('error', (error) => {
      failed = new PlainError(`${spec.name} could not be started: ${error.message}`)
    })
    process.once('exit', (code, signal) => {
      if (pid) tellGuard(`-${pid}`)
      if (!stopping) died(signal ?? `code ${code}`)
    })
  }

  const died = (how: string) => {
    const error = new PlainError(
      `${spec.name} ended (${how}). The end of ${spec.logFile}:\n${tail(spec.logFile)}`,
    )
    if (!wasReady) {
      failed = error
      return
    }
    const now = Date.now()
    deaths.push(now)
    if (deaths.filter((at) => now - at < 60_000).length >= deathsPerMinute) {
      watch.gaveUp(error)
      return
    }
    watch.restarted(spec.name)
    setTimeout(() => !stopping && launch(), 200 * deaths.length)
  }

  launch()

  return {
    name: spec.name,
    pid: () => process.pid,
    ready: async () => {
      const deadline = Date.now() + startMs
      while (!(await spec.ready().catch(() => false))) {
        if (failed) throw failed
        if (Date.now() > deadline) {
          throw new PlainError(
            `${spec.name} was not ready after ${startMs / 1000} s. The end of ${spec.logFile}:\n${tail(spec.logFile)}`,
          )
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      wasReady = true
    },
    kill: (signal) => signalGroup(process, signal),
    stop: async () => {
      stopping = true
      if (process.exitCode !== null || process.signalCode !== null) return
      const exited = new Promise((resolve) => process.once('exit', resolve))
      signalGroup(process, 'SIGTERM')
      const timer = setTimeout(() => signalGroup(process, 'SIGKILL'), 30_000)
      await exited
      clearTimeout(timer)
    },
  }
}

/** The last lines of a log, for an error message. */
export function tail(file: string, lines = 12): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n').slice(-3000)
  } catch {
    return '(nothing was written)'
  }
}

function signalGroup(process: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.pid) globalThis.process.kill(-process.pid, signal)
  } catch {
    // already gone
  }
}

function tellGuard(line: string): void {
  guard ??= startGuard()
  guard.write(`${line}\n`)
}

function startGuard(): Writable {
  const child = spawn(nodeBinary, [`${import.meta.dirname}/guard.mjs`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.unref()
  const input = child.stdin
  // `as`: a pipe to a child is a socket, which can be left out of what keeps the process alive
  ;(input as Writable & { unref?: () => void }).unref?.()
  return input
}
