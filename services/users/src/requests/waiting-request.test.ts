import { slugOf } from '@darsi/kit/testing/slug-of.ts'
import { describe, expect, it } from '@jest/globals'
import {
  isInLine,
  lapse,
  offer,
  offeredUntil,
  requireSendable,
  type WaitingRequest,
} from './waiting-request.ts'

const at = new Date('2026-11-22T08:00:00Z')
const hours = (count: number) => new Date(at.getTime() + count * 3600 * 1000)
const waiting: WaitingRequest = {
  ...{ _id: 'w', teacherId: 't', learnerId: 's', childId: null, requesterId: 's' },
  ...{ subject: 'mathematics', message: 'Bonjour', preferredTimes: [], waitsFor: 'place', since: at },
  ...{ offeredAt: null, lapsedAt: null, connectionId: null },
}
const refusal = (request: WaitingRequest, now: Date) => slugOf(() => requireSendable(request, now))

describe('a waiting request', () => {
  it('is offered a place once, for 24 hours', () => {
    const offered = offer(waiting, at)
    expect(offered && [isInLine(offered), offer(offered, hours(1)), offeredUntil(offered)]).toEqual([
      false,
      null,
      hours(24),
    ])
  })

  it('that waits for a guardian is offered none', () => {
    expect(offer({ ...waiting, waitsFor: 'guardian' }, at)).toBeNull()
  })

  it('ends when the offer is not taken within 24 hours, and not when it was', () => {
    const offered = { ...waiting, offeredAt: at }
    expect(lapse(waiting, hours(100))).toBeNull()
    expect(lapse(offered, hours(23))).toBeNull()
    expect(lapse(offered, hours(24))).toMatchObject({ lapsedAt: hours(24) })
    expect(lapse({ ...offered, connectionId: 'c' }, hours(25))).toBeNull()
    expect(lapse({ ...offered, lapsedAt: hours(24) }, hours(25))).toBeNull()
  })

  it('is sent only while a place is offered', () => {
    const offered = { ...waiting, offeredAt: at }
    expect([refusal(waiting, at), refusal(offered, hours(23)), refusal(offered, hours(24))]).toEqual([
      'place-not-offered',
      null,
      'place-not-offered',
    ])
    expect(refusal({ ...offered, connectionId: 'c' }, hours(1))).toBe('place-not-offered')
    expect(refusal({ ...waiting, waitsFor: 'guardian' }, at)).toBeNull()
  })
})
