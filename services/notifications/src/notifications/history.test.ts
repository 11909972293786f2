import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { describe, expect, it } from '@jest/globals'
import { isHistory, withoutHistory } from './history.ts'

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

  it('makes no notice when it is older than two weeks', async () => {
    const handled: string[] = []
    const table = withoutHistory({ 'review.written': async ({ id }) => handled.push(id) })
    const review = (id: string, at: string) => ({ id, ...happened(at) }) as DarsiEvent<'review.written'>
    await table['review.written']?.(review('past', '2026-10-02T09:00:00.000Z'))
    await table['review.written']?.(review('now', time))
    expect(handled).toEqual(['now'])
  })
})
