import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import { dueReminder, reminderAfter } from './reminders.ts'

const at = instantOf('2026-11-23', 9)

describe('reminders', () => {
  const hours = (count: number) => new Date(at.getTime() + count * 3_600_000)

  it('are planned 24 hours and one hour before, and only in the future', () => {
    expect(reminderAfter(at, hours(-30))).toEqual({ kind: '24h', at: hours(-24) })
    expect(reminderAfter(at, hours(-24))).toEqual({ kind: '1h', at: hours(-1) })
    expect(reminderAfter(at, hours(-1))).toBeNull()
  })

  it('that were missed are sent late, only the last one, and never after the start', () => {
    const day = { kind: '24h' as const, at: hours(-24) }
    expect(dueReminder(day, at, hours(-20))).toEqual({ send: '24h', next: { kind: '1h', at: hours(-1) } })
    expect(dueReminder(day, at, hours(-0.5))).toEqual({ send: '1h', next: null })
    expect(dueReminder(day, at, hours(0))).toEqual({ send: null, next: null })
  })
})
