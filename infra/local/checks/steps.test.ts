import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from '../process/paths.ts'
import { countsIn, countsOfBoth, failedFilesIn, mayRunAgain, storiesIn, totalOf } from './steps.ts'

const report = (counts: Record<string, number>) =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    ...counts,
  })

describe('what is counted of a test run', () => {
  it('passed tests', () => {
    expect(countsIn(report({ numPassedTests: 12 }), 0)).toEqual({ passed: 12, failed: 0 })
  })

  it('a suite that could not run, a skipped test and a todo test are failures', () => {
    const counts = { numPassedTests: 2, numRuntimeErrorTestSuites: 1, numPendingTests: 1, numTodoTests: 1 }
    expect(countsIn(report(counts), 1)).toEqual({ passed: 2, failed: 3 })
  })

  it('no test at all is a failure, and so is an exit code that no test explains', () => {
    expect(countsIn(report({}), 0).failed).toBe(1)
    expect(countsIn(report({ numPassedTests: 3 }), 1).failed).toBe(1)
  })

  it('stages add up', () => {
    const stages = [
      { passed: 0, failed: 1 },
      { passed: 5, failed: 0 },
    ]
    expect(totalOf(stages)).toEqual({ passed: 5, failed: 1 })
  })

  describe('of the stories', () => {
    type Result = { duration: number; error?: { message: string } }
    const played = (file: string, status: string, results: Result[]) => ({
      file,
      title: 'a rule',
      tests: [{ status, results }],
    })
    const story = (file: string, status: string, ...durations: number[]) =>
      played(
        file,
        status,
        durations.map((duration) => ({ duration })),
      )
    const stories = (specs: ReturnType<typeof story>[], errors: unknown[] = []) =>
      JSON.stringify({ errors, suites: [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }] })

    it('the passed ones, those that passed at the second run by file, and the time of each file', () => {
      const report = stories([story('a.ts', 'expected', 1500), story('b.ts', 'flaky', 2000, 1000)])
      const files = new Map([
        ['e2e/a.ts', 1.5],
        ['e2e/b.ts', 3],
      ])
      expect(storiesIn(report, 0)).toEqual({ passed: 2, failed: 0, flaky: ['e2e/b.ts'], files })
    })

    it('what each one said that failed, also at its first run, by its first lines and without colours', () => {
      const error = { message: `\u001b[31mtwo lessons at once\u001b[39m\n${'a step\n'.repeat(20)}` }
      const report = stories([played('a.ts', 'flaky', [{ duration: 1, error }])])
      const said = ['e2e/a.ts: a rule', 'two lessons at once', ...Array<string>(11).fill('a step')]
      expect(storiesIn(report, 0).faults).toEqual([said.join('\n    ')])
    })

    it('one that failed, one that was left out, an error outside of them, and none at all', () => {
      const some = [story('a.ts', 'unexpected', 1), story('a.ts', 'skipped'), story('a.ts', 'expected', 1)]
      expect(storiesIn(stories(some, ['no browser']), 1)).toMatchObject({ passed: 1, failed: 3 })
      expect(storiesIn(stories([]), 0).failed).toBe(1)
      expect(storiesIn(stories([story('a.ts', 'expected', 1)]), 1).failed).toBe(1)
    })
  })

  describe('a file that failed runs again', () => {
    const suite = (name: string, ...states: string[]) => ({
      ...{
        name: join(root, name),
        status: states.includes('failed') ? 'failed' : 'passed',
      },
      assertionResults: states.map((status) => ({ status })),
    })
    const runOf = (...testResults: ReturnType<typeof suite>[]) => {
      const states = testResults.flatMap(({ assertionResults }) =>
        assertionResults.map(({ status }) => status),
      )
      const [numPassedTests, numFailedTests] = ['passed', 'failed'].map(
        (one) => states.filter((state) => state === one).length,
      )
      const counts = JSON.parse(
        report({ numPassedTests: numPassedTests ?? 0, numFailedTests: numFailedTests ?? 0 }),
      )
      return { report: JSON.stringify({ ...counts, testResults }), code: numFailedTests ? 1 : 0 }
    }
    const first = runOf(suite('a.test.ts', 'passed', 'passed'), suite('b.test.ts', 'passed', 'failed'))

    it('is named', () => expect(failedFilesIn(first.report)).toEqual([join(root, 'b.test.ts')]))

    it('counts once, and as flaky when it passes', () => {
      const second = runOf(suite('b.test.ts', 'passed', 'passed'))
      expect(countsOfBoth(first, second)).toEqual({ passed: 4, failed: 0, flaky: ['b.test.ts'] })
    })

    it('does not hide a test that was left out in another file', () => {
      const withSkipped = runOf(suite('a.test.ts', 'passed', 'pending'), suite('b.test.ts', 'failed'))
      const second = runOf(suite('b.test.ts', 'passed'))
      expect(countsOfBoth(withSkipped, second)).toEqual({ passed: 2, failed: 1, flaky: ['b.test.ts'] })
    })

    it('unless its steps are random, or too many failed', () => {
      const random = ['packages/kit/test/documents.test.ts', 'services/users/test/private-details.test.ts']
      const others = ['services/auth/test/login.test.ts', 'services/admin/test/alerts.test.ts'].map((file) =>
        join(root, file),
      )
      expect(mayRunAgain(others)).toBe(true)
      for (const file of random) expect(mayRunAgain([...others, join(root, file)])).toBe(false)
      expect(mayRunAgain([...others, ...others])).toBe(false)
    })

    it('stays a failure when it fails again', () => {
      const second = runOf(suite('b.test.ts', 'passed', 'failed'))
      expect(countsOfBoth(first, second)).toEqual({ passed: 3, failed: 1, flaky: [] })
    })
  })
})
