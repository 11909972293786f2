import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, Stopped } from './fail.ts'
import { lifetime, say } from './main.ts'
import { nodeBinary } from './paths.ts'
import { runProgram } from './programs.ts'

export type Counts = { passed: number; failed: number }
export type Step = Counts & { name: string; seconds: number }

/** One stage of the tests with its time. Whatever goes wrong in it is a failure of the stage, and the others still run. */
export async function step(name: string, work: () => Promise<Counts>): Promise<Step> {
  say(`\n── ${name}`)
  const started = performance.now()
  const counts = await work().catch((error: unknown) => {
    if (error instanceof Stopped) throw error
    process.stderr.write(`${messageOf(error)}\n`)
    return { passed: 0, failed: 1 }
  })
  return { name, seconds: (performance.now() - started) / 1000, ...counts }
}

/** A program that finds fault or does not; it counts no tests. */
export async function check(command: string, ...args: string[]): Promise<Counts> {
  const { code } = await runProgram({ command, args, show: true, stop: lifetime })
  return { passed: 0, failed: code === 0 ? 0 : 1 }
}

/** Runs jest projects and counts their tests from its own report. */
export async function jest(options: {
  projects: readonly string[]
  /** Where the report goes. */
  folder: string
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
}): Promise<Counts> {
  const { projects, folder, args = [], env = {} } = options
  const report = join(folder, `${projects.join('-')}.json`)
  mkdirSync(folder, { recursive: true })
  rmSync(report, { force: true })
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const program = ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`]
  const { code } = await runProgram({
    command: nodeBinary,
    args: [...node, ...program, ...args, '--selectProjects', ...projects],
    env,
    show: true,
    stop: lifetime,
  })
  return countsIn(readFileSync(report, 'utf8'), code)
}

/** From jest's report: a suite that could not run and a test left out are failures, and so is running none. */
export function countsIn(report: string, exitCode: number): Counts {
  const result = JSON.parse(report)
  const passed = Number(result.numPassedTests)
  const failed =
    Number(result.numFailedTests) +
    Number(result.numRuntimeErrorTestSuites) +
    Number(result.numPendingTests) +
    Number(result.numTodoTests)
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed }
}

/** Prints the table and the closing line. @returns the exit code */
export function conclude(steps: readonly Step[]): number {
  const { passed, failed } = totalOf(steps)
  const lines = steps.map(({ name, seconds, ...counts }) => {
    const state = counts.failed === 0 ? 'ok    ' : 'FAILED'
    const tests =
      counts.passed + counts.failed === 0 ? '' : `  ${counts.passed} passed, ${counts.failed} failed`
    return `${state} ${name.padEnd(16)} ${seconds.toFixed(0).padStart(4)} s${tests}`
  })
  const all = steps.reduce((sum, { seconds }) => sum + seconds, 0)
  say(`\n${lines.join('\n')}\n       ${'all'.padEnd(16)} ${all.toFixed(0).padStart(4)} s\n`)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

export function totalOf(steps: readonly Counts[]): Counts {
  return {
    passed: steps.reduce((sum, { passed }) => sum + passed, 0),
    failed: steps.reduce((sum, { failed }) => sum + failed, 0),
  }
}
