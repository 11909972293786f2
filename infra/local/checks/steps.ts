import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { messageOf, PlainError, Stopped } from '../process/fail.ts'
import { lifetime, say } from '../process/main.ts'
import { nodeBinary, root } from '../process/paths.ts'
import { runProgram } from '../tools/programs.ts'

export const reports = join(root, '.data', 'test')

export type Counts = {
  passed: number
  failed: number
  /** Files that passed only when they ran again. */
  flaky?: readonly string[]
  /** The seconds of each test file. */
  files?: ReadonlyMap<string, number>
  /** What each test that failed said, also of those that passed at the second run. */
  faults?: readonly string[]
}
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

/**
 * Runs jest projects and counts their tests from its own report. With `again`, up to three files that failed run a
 * second time, one by one: on a shared machine a browser or a server may be too slow once. The closing table names
 * such a file as flaky, so that it is mended. Files with random steps do not run again.
 */
export async function jest(options: {
  projects: readonly string[]
  /** Where the report goes. */
  folder: string
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  again?: boolean
  /** Running no test is no failure. */
  mayBeNone?: boolean
}): Promise<Counts> {
  const { projects, folder, args = [], env = {}, again = false, mayBeNone = false } = options
  const run = async (name: string, ...more: readonly string[]) => {
    const report = join(folder, `${name}.json`)
    mkdirSync(folder, { recursive: true })
    rmSync(report, { force: true })
    const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
    const program = ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`]
    const { code } = await runProgram({
      command: nodeBinary,
      args: [...node, ...program, ...more, '--selectProjects', ...projects],
      env,
      show: true,
      stop: lifetime,
    })
    // a worker that ended takes a run in one process with it
    if (!existsSync(report)) throw new PlainError('The tests ended without a report: see the error above.')
    return { report: readFileSync(report, 'utf8'), code }
  }
  const first = await run(projects.join('-'), ...args)
  if (mayBeNone && first.code === 0 && suitesIn(first.report).length === 0) return { passed: 0, failed: 0 }
  const failed = first.code === 0 ? [] : failedFilesIn(first.report)
  const files = new Map(
    suitesIn(first.report).map(({ name, startTime, endTime }) => [
      relative(root, name),
      (endTime - startTime) / 1000,
    ]),
  )
  const faults = faultsIn(first.report)
  if (!again || !mayRunAgain(failed)) return { ...countsIn(first.report, first.code), files, ...faults }
  say(`\n── again: ${failed.map((file) => relative(root, file)).join(', ')}`)
  // a test that failed may have left its service running
  const second = await run('again', '--runInBand', '--forceExit', '--runTestsByPath', ...failed)
  return { ...countsOfBoth(first, second), files, ...faults }
}

/** Runs the stories of e2e, and counts them from the report of playwright. */
export async function playwright(options: {
  /** Where the report and the traces go. */
  folder: string
  args?: readonly string[]
  env: Readonly<Record<string, string>>
}): Promise<Counts> {
  const { folder, args = [], env } = options
  const report = join(folder, 'report.json')
  rmSync(folder, { recursive: true, force: true })
  const { code } = await runProgram({
    command: nodeBinary,
    args: ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e', ...args],
    env: { ...env, E2E_REPORTS: folder },
    show: true,
    stop: lifetime,
  })
  if (!existsSync(report)) throw new PlainError('The stories ended without a report: see the error above.')
  return storiesIn(readFileSync(report, 'utf8'), code)
}

type Suite = { file: string; specs: readonly Spec[]; suites?: readonly Suite[] }
type Result = { duration: number; error?: { message?: string } }
type Spec = { file: string; title: string; tests: readonly { status: string; results: readonly Result[] }[] }

/** From playwright's report: an error outside of the stories and a story left out are failures, and so is running none. */
export function storiesIn(report: string, exitCode: number): Counts {
  // `as`: playwright's report
  const { suites, errors } = JSON.parse(report) as { suites: readonly Suite[]; errors: readonly unknown[] }
  const specsIn = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)]
  const stories = suites
    .flatMap(specsIn)
    .flatMap(({ file, title, tests }) => tests.map((test) => ({ file, title, ...test })))
  const withStatus = (...some: string[]) => stories.filter(({ status }) => some.includes(status))
  const flaky = [...new Set(withStatus('flaky').map(({ file }) => join('e2e', file)))]
  const failed = withStatus('unexpected', 'skipped').length + errors.length
  const passed = withStatus('expected', 'flaky').length
  const files = new Map<string, number>()
  for (const { file, results } of stories) {
    const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000
    files.set(join('e2e', file), (files.get(join('e2e', file)) ?? 0) + seconds)
  }
  const faults = stories.flatMap(({ file, title, results }) =>
    results.flatMap(({ error }) => (error ? [faultOf(join('e2e', file), title, error.message ?? '')] : [])),
  )
  return {
    passed,
    failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed,
    files,
    ...(flaky.length > 0 && { flaky }),
    ...(faults.length > 0 && { faults }),
  }
}

/** The first lines of what a test said, for the end of a long output. */
function faultOf(file: string, title: string, message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 12)
  return [`${file}: ${title}`, ...lines].join('\n    ')
}

/** A second run of a file with random steps takes other steps, and would hide the failure of the first. */
export const mayRunAgain = (failed: readonly string[]): boolean =>
  failed.length > 0 && failed.length <= 3 && !failed.some(isRandom)

const isRandom = (file: string) => /from '(fast-check|[^']+\/random\.ts)'/.test(readFileSync(file, 'utf8'))

type Run = { report: string; code: number }
type Report = {
  testResults: readonly {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: readonly string[] }[]
  }[]
}

// `as`: jest's report
const suitesIn = (report: string) => (JSON.parse(report) as Report).testResults

function faultsIn(report: string): Pick<Counts, 'faults'> {
  const faults = suitesIn(report).flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, failureMessages }) =>
      failureMessages.map((message) => faultOf(relative(root, name), fullName, message)),
    ),
  )
  return faults.length > 0 ? { faults } : {}
}

export const failedFilesIn = (report: string): string[] =>
  suitesIn(report).flatMap(({ name, status }) => (status === 'failed' ? [name] : []))

/** The files that ran twice count as they ended, and as flaky if they passed then. */
export function countsOfBoth(first: Run, second: Run): Counts {
  const stillFailed = failedFilesIn(second.report)
  const suites = suitesIn(first.report)
  const failedOnce = suites.filter(({ status }) => status === 'failed')
  const statesIn = (some: typeof suites) =>
    some.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const countedTwice = statesIn(failedOnce).filter((status) => status === 'passed').length
  // a test that was left out in another file is a failure still
  const leftOut = statesIn(suites.filter((suite) => !failedOnce.includes(suite))).filter(
    (status) => status !== 'passed',
  ).length
  const last = countsIn(second.report, second.code)
  return {
    passed: countsIn(first.report, first.code).passed - countedTwice + last.passed,
    failed: last.failed + leftOut,
    flaky: failedOnce.flatMap(({ name }) => (stillFailed.includes(name) ? [] : [relative(root, name)])),
  }
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
  const { passed, failed, flaky, files = new Map(), faults = [] } = totalOf(steps)
  const lines = steps.map(({ name, seconds, ...counts }) => {
    const state = counts.failed === 0 ? 'ok    ' : 'FAILED'
    const tests =
      counts.passed + counts.failed === 0 ? '' : `  ${counts.passed} passed, ${counts.failed} failed`
    return `${state} ${name.padEnd(16)} ${seconds.toFixed(0).padStart(4)} s${tests}`
  })
  // some run at the same time
  const all = process.uptime()
  say(`\n${lines.join('\n')}\n       ${'all'.padEnd(16)} ${all.toFixed(0).padStart(4)} s\n`)
  sayTimes(files)
  for (const fault of faults.slice(0, 10)) say(`FAULT  ${fault}\n`)
  for (const file of flaky ?? []) say(`FLAKY  ${file} failed first and passed when it ran again`)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

/** Writes the time of each test file, and prints the dearest: they say where a long run can be shortened. */
function sayTimes(files: ReadonlyMap<string, number>): void {
  if (files.size < 2) return
  const lines = [...files]
    .toSorted(([, one], [, other]) => other - one)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${file}`)
  mkdirSync(reports, { recursive: true })
  writeFileSync(join(reports, 'times.txt'), `${lines.join('\n')}\n`)
  say(
    `The dearest of ${files.size} test files (all: .data/test/times.txt)\n${lines.slice(0, 20).join('\n')}\n`,
  )
}

export function totalOf(steps: readonly Counts[]): Counts {
  const flaky = steps.flatMap((step) => step.flaky ?? [])
  const files = steps.flatMap((step) => [...(step.files ?? [])])
  const faults = steps.flatMap((step) => step.faults ?? [])
  return {
    passed: steps.reduce((sum, { passed }) => sum + passed, 0),
    failed: steps.reduce((sum, { failed }) => sum + failed, 0),
    ...(flaky.length > 0 && { flaky }),
    ...(files.length > 0 && { files: new Map(files) }),
    ...(faults.length > 0 && { faults }),
  }
}
