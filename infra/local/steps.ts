import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinary, root } from './paths.ts'

export type Step = { name: string; seconds: number; passed: number; failed: number; ok: boolean }
type Environment = Readonly<Record<string, string>>

/** Runs a program with its output shown; a step without tests counts as one check. */
export async function check(
  name: string,
  program: string,
  args: readonly string[],
  env: Environment = {},
): Promise<Step> {
  const started = performance.now()
  const ok = (await run(program, args, env)) === 0
  return { name, seconds: (performance.now() - started) / 1000, passed: ok ? 1 : 0, failed: ok ? 0 : 1, ok }
}

/** Runs jest projects and counts their tests from its own report; running none is a failure. */
export async function jest(
  name: string,
  projects: readonly string[],
  args: readonly string[] = [],
  env: Environment = {},
): Promise<Step> {
  const started = performance.now()
  const folder = join(root, '.data', 'test')
  const report = join(folder, `${name}.json`)
  mkdirSync(folder, { recursive: true })
  rmSync(report, { force: true })
  const code = await run(
    nodeBinary,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--json',
      `--outputFile=${report}`,
      ...args,
      '--selectProjects',
      ...projects,
    ],
    env,
  )
  let passed = 0
  let failed = 0
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'))
    passed = Number(result.numPassedTests)
    failed =
      Number(result.numFailedTests) +
      Number(result.numRuntimeErrorTestSuites) +
      Number(result.numPendingTests)
  } catch {
    failed = 1
  }
  const ok = code === 0 && failed === 0 && passed > 0
  return {
    name,
    seconds: (performance.now() - started) / 1000,
    passed,
    failed: ok ? 0 : Math.max(failed, 1),
    ok,
  }
}

/** Prints the table and the closing line. @returns the exit code */
export function conclude(steps: readonly Step[]): number {
  const sum = (pick: (step: Step) => number) => steps.reduce((total, step) => total + pick(step), 0)
  process.stdout.write('\n')
  for (const step of steps) {
    const state = step.ok ? 'ok    ' : 'FAILED'
    process.stdout.write(
      `${state} ${step.name.padEnd(14)} ${step.seconds.toFixed(0).padStart(4)} s  ${step.passed} passed, ${step.failed} failed\n`,
    )
  }
  process.stdout.write(`\n${sum((step) => step.passed)} passed, ${sum((step) => step.failed)} failed\n`)
  return steps.every((step) => step.ok) ? 0 : 1
}

function run(program: string, args: readonly string[], env: Environment): Promise<number> {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
