import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileLimit } from '@darsi/contracts/rules/files.ts'
import { problem } from '../http/problem.ts'
import { exitCodeOf, exitReasons } from './cleaning-reasons.ts'

export type CleaningMode = 'pdf' | 'picture' | 'photo'

/** Memory of the process in kB: what it may use, and what V8 reserves for code without using it. */
const memory = 340_000 + (process.arch === 'arm64' ? 128 : 512) * 1024
const cpuSeconds = 15
/** Longer than the gateway waits: an upload is finished by the next call. */
const patienceMs = 60_000

/**
 * Limits that the kernel keeps, whatever the file does to the process. `-d` counts memory that can be written; `-v` would
 * count the address space as well, of which Node.js reserves many GB. On a Mac only the time is limited. When the
 * container itself has no memory left, the kernel ends this process first (`oom_score_adj`).
 */
const limits = `{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${memory} 2>/dev/null
exec nice -n 5 "$@"`

/**
 * Opens a file of a stranger in a process that has nothing else: no secrets in its environment, limited memory and time,
 * and its end ends nothing but this upload.
 * @throws problem of `exitReasons`, `file-too-heavy` when the process was ended by a limit, `file-too-large`
 */
export async function cleanInProcess(bytes: Uint8Array, mode: CleaningMode): Promise<Buffer> {
  const child = spawn('/bin/sh', ['-c', limits, 'sh', process.execPath, ...nodeOptions, mainOf(mode), mode], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  // a process that ends before it has read everything closes the pipe: its exit code says why
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  const chunks: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > fileLimit) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  const code = await ended.finally(() => clearTimeout(timer))
  if (size > fileLimit) throw problem('file-too-large')
  if (code === 0) return Buffer.concat(chunks)
  throw problem(exitReasons.find((reason) => exitCodeOf(reason) === code) ?? 'file-too-heavy')
}

const mainOf = (mode: CleaningMode) =>
  join(import.meta.dirname, mode === 'pdf' ? 'clean-pdf-main.ts' : 'clean-picture-main.ts')

const nodeOptions = ['--max-old-space-size=160', '--v8-pool-size=0', '--disable-warning=ExperimentalWarning']

function environment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' }
}
