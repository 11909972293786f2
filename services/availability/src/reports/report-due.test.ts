import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import { reportDue } from './report-due.ts'

const at = instantOf('2026-11-23', 9)

describe('progress reports', () => {
  const days = (count: number) => new Date(at.getTime() + count * 86_400_000)

  it.each([
    ['each-lesson', days(1)],
    ['every-two-weeks', days(4)],
    ['monthly', days(20)],
    ['none', null],
  ] as const)('%s', (cadence, due) => {
    expect(reportDue(cadence, { endsAt: at, since: days(-10), isWaiting: false })).toEqual(due)
  })

  it('of a period are due once, of each lesson every time', () => {
    expect(reportDue('monthly', { endsAt: at, since: null, isWaiting: true })).toBeNull()
    expect(reportDue('each-lesson', { endsAt: at, since: null, isWaiting: true })).toEqual(days(1))
  })
})
