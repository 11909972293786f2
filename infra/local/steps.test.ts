import { describe, expect, it } from '@jest/globals'
import { countsIn, totalOf } from './steps.ts'

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

  it('a suite that could not run, a skipped test and a forgotten one are failures', () => {
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
})
