import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlainError } from './fail.ts'
import { endGroup, hasEnded, signalGroup, spawnGroup } from './groups.ts'
import { forgetProcess, noteProcess } from './leftovers.ts'

export type Spec = {
  /** Short and without spaces, because file names contain it. */
  name: string
  /** The name for people. */
  title?: string
  command: string
  args: readonly string[]
  cwd?: string
  env?: Readonly<Record<string, string>>
  logFile: string
  noteFile: string
  /** How long it may take to end after the signal. */
  patienceMs: number
  /** Resolves to true once the process is ready. */
  ready: () => Promise<boolean>
}

export type Child = {
  name: string
  pid: () => number | undefined
  /**
   * Resolves when it is ready.
   * @param patienceMs 90 s unless given
   * @throws PlainError with the end of its log when it died or took too long
   */
  ready: (patienceMs?: number) => Promise<void>
  /** Sends a signal, for tests; waits until the process has ended if the signal ends it. */
  kill: (signal: NodeJS.Signals) => Promise<void>
  /** Ends it for good, or until `start`. */
  stop: (patienceMs?: number) => Promise<void>
  start: () => void
}

export type Watch = {
  say: (text: string) => void
  /** It died repeatedly and is not restarted any more. */
  gaveUp: (error: PlainError) => void
}

const startMs = 90_000
const deathsPerMinute = 5

/** Starts a process, writes its output to a file and restarts it when it dies later. */
export function startChild(spec: Spec, watch: Watch): Child {
  let process: ChildProcess
  let state: 'starting' | 'ready' | 'stopped' = 'starting'
  let failed: PlainError | undefined
  let wanted = false
  let deaths: number[] = []
  let again: NodeJS.Timeout | undefined
  const { title = spec.name } = spec

  const launch = () => {
    process = launched(spec, {
      failed: (error) => {
        failed = new PlainError(`${title} could not be started: ${error.message}`)
      },
      ended: (how) => {
        if (state !== 'stopped') died(how)
      },
    })
  }

  const died = (how: string) => {
    const error = new PlainError(`${title} ended (${how}). ${endOfLog(spec.logFile)}`)
    if (state === 'starting') {
      failed = error
      return
    }
    const now = Date.now()
    if (!wanted) deaths = [...deaths.filter((at) => now - at < 60_000), now]
    wanted = false
    if (deaths.length >= deathsPerMinute) {
      state = 'stopped'
      failed = error
      watch.gaveUp(
        new PlainError(`${title} ended ${deathsPerMinute} times within a minute.\n${error.message}`),
      )
      return
    }
    watch.say(`${title} ended (${how}) and is started again.`)
    again = setTimeout(launch, 200 * Math.max(1, deaths.length))
  }

  rotate(spec.logFile)
  launch()

  return {
    name: spec.name,
    pid: () => process.pid,
    ready: async (patienceMs = startMs) => {
      const stopped = new PlainError(`${title} was stopped before it was ready.`)
      const failure = () => failed ?? (state === 'stopped' ? stopped : undefined)
      await untilReady(spec, process, { failure, patienceMs })
      if (state === 'starting') state = 'ready'
    },
    kill: async (signal) => {
      if (hasEnded(process)) return
      wanted = !['SIGSTOP', 'SIGCONT'].includes(signal)
      const exited = wanted && once(process, 'exit')
      signalGroup(process, signal)
      await exited
    },
    stop: async (patienceMs = spec.patienceMs) => {
      state = 'stopped'
      clearTimeout(again)
      await endGroup(process, patienceMs)
    },
    start: () => {
      if (state !== 'stopped') return
      state = 'starting'
      failed = undefined
      launch()
    },
  }
}

type Ends = { failed: (error: Error) => void; ended: (how: string) => void }

/** Starts the process of a child; its output goes to the log, its pid to a file beside it. */
function launched(spec: Spec, on: Ends): ChildProcess {
  const log = openSync(spec.logFile, 'a')
  const child = spawnGroup(spec.command, spec.args, {
    cwd: spec.cwd,
    env: { ...process.env, ...spec.env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  if (child.pid !== undefined) {
    noteProcess(spec.noteFile, child.pid)
    writeFileSync(spec.logFile.replace(/\.log$/, '.pid'), String(child.pid))
  }
  child.once('error', on.failed)
  child.once('exit', (code, signal) => {
    forgetProcess(spec.noteFile)
    on.ended(signal ?? `code ${code}`)
  })
  return child
}

/** @throws PlainError when it fails first, or takes too long */
async function untilReady(
  spec: Spec,
  process: ChildProcess,
  { failure, patienceMs }: { failure: () => PlainError | undefined; patienceMs: number },
): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isReady(spec, process))) {
    const error = failure()
    if (error) throw error
    if (Date.now() > deadline)
      throw new PlainError(
        `${spec.title ?? spec.name} was not ready after ${patienceMs / 1000} s. ${endOfLog(spec.logFile)}`,
      )
    await sleep(100)
  }
}

async function isReady(spec: Spec, process: ChildProcess): Promise<boolean> {
  // another program may answer on its port
  if (hasEnded(process)) return false
  return spec.ready().catch(() => false)
}

/** The end of a log, for an error message. */
function endOfLog(file: string, lines = 12): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : ''
  if (text === '') return `It wrote nothing to ${file}`
  return `The end of ${file}:\n${text.split('\n').slice(-lines).join('\n').slice(-3000)}`
}

/** Each start has its own log; the previous one is kept. */
function rotate(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  if (existsSync(file)) renameSync(file, file.replace(/\.log$/, '.previous.log'))
}
