import { describe, expect, it } from '@jest/globals'
import { isHistory } from './history.ts'

const time = '2026-11-20T10:00:00.000Z'
const happened = (at: string) => ({ time, data: { teacherId: 'a', at } })

describe('an event of the demo’s history', () => {
  it('says that it happened more than a day before it was written', () => {
    expect(isHistory(happened('2026-10-02T09:00:00.000Z'))).toBe(true)
    expect(isHistory(happened('2026-11-19T11:00:00.000Z'))).toBe(false)
    expect(isHistory(happened(time))).toBe(false)
  })

  it('is none without a time of its own', () => {
    expect(isHistory({ time, data: { userId: 'a', role: 'student' } })).toBe(false)
  })
})
