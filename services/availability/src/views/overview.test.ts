import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { expect, it } from '@jest/globals'
import { streakOf } from './overview.ts'

const at = instantOf('2026-11-23', 9)

it('a streak counts weeks in a row, and a week without a lesson yet does not break it', () => {
  const on = (...days: string[]) => days.map((day) => instantOf(day, 9))
  expect(streakOf([], at)).toBe(0)
  expect(streakOf(on('2026-11-23'), at)).toBe(1)
  expect(streakOf(on('2026-11-16', '2026-11-09', '2026-11-10'), at)).toBe(2)
  expect(streakOf(on('2026-11-09'), at)).toBe(0)
  expect(streakOf(on('2026-11-23', '2026-11-21', '2026-11-02'), at)).toBe(2)
})
