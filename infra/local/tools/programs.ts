import { PlainError } from '../process/fail.ts'
import { endGroup, spawnGroup } from '../process/groups.ts'
import { root } from '../process/paths.ts'

type Program = {
  command: string
  args: readonly string[]
  cwd?: string
  env?: Readonly<Record<string, string>>
  stop?: AbortSignal | undefined
  /** Prints its output instead of keeping it. */
  show?: boolean
}

/** Runs a program to its end. @throws Stopped, PlainError when the program does not exist */
export async function runProgram(program: Program): Promise<{ code: number; output: string }> {
  const { command, args, cwd = root, env, stop, show = false } = program
  stop?.throwIfAborted()
  const output = show ? ('inherit' as const) : ('pipe' as const)
  const child = spawnGroup(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  })
  let kept = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      kept = (kept + chunk).slice(-4000)
    })
  }
  const end = () => void endGroup(child, 5000)
  stop?.addEventListener('abort', end, { once: true })
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', (error) => reject(new PlainError(`${command}: ${error.message}`)))
      child.once('close', (exitCode) => resolve(exitCode ?? 1))
    })
    stop?.throwIfAborted()
    return { code, output: kept }
  } finally {
    stop?.removeEventListener('abort', end)
  }
}

/** Runs a program that must succeed, and reports from time to time that it still runs. @throws PlainError */
export async function mustRun(
  what: string,
  program: Program & { say: (text: string) => void },
): Promise<void> {
  const started = Date.now()
  const timer = setInterval(
    () => program.say(`  still ${what} (${Math.round((Date.now() - started) / 1000)} s)`),
    20_000,
  )
  try {
    const { code, output } = await runProgram(program)
    if (code === 0) return
    throw new PlainError(
      `${program.command} failed while ${what}. The end of what it said:\n${output.trim()}`,
    )
  } finally {
    clearInterval(timer)
  }
}
