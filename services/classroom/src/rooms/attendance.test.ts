import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { proposalOf, secondsOf, staysOf } from './attendance.ts'
import { newRoom, type Room } from './room.ts'
import { isThere, type Seat, seatId } from './seat.ts'

const at = (seconds: number) => new Date(Date.parse('2026-11-23T08:00:00Z') + seconds * 1000)
const seat = (userId: string, from: number | null, to: number | null, changes: Partial<Seat> = {}): Seat => ({
  ...{ _id: seatId('l1', userId, 'd'), sessionId: 'l1', userId, device: 'd', stays: [], closed: false },
  ...{ authSessionId: 'a1', enteredAt: at(0) },
  since: from === null ? null : at(from),
  seenAt: to === null ? null : at(to),
  ...{ line: { good: 0, poor: 0, lost: 0 }, lineAt: null, lineNow: null, ...changes },
})
const room = (changes: Partial<Room> = {}): Room => ({
  ...{
    _id: 'l1',
    connectionId: 'c1',
    teacherId: 't',
    subject: 'Mathematics',
    type: 'online',
    status: 'upcoming',
  },
  ...{ startsAt: at(0), lessonEndsAt: at(1800), onHold: false, ...newRoom, ...changes },
})
const roster = { teacherId: 't', studentId: 's', guardianIds: ['m'] }

describe('attendance', () => {
  it('counts a person once, however many tabs', () => {
    const seats = [seat('t', 0, 100), seat('t', 50, 200), seat('t', 300, 400)]
    expect(staysOf(seats)).toEqual([
      { from: at(0), to: at(200) },
      { from: at(300), to: at(400) },
    ])
    expect(secondsOf(staysOf(seats))).toBe(300)
  })

  it('is the union of the stays, whatever their order', () => {
    const stay = fc.tuple(fc.nat(500), fc.nat(100)).map(([from, length]) => [from, from + length] as const)
    fc.assert(
      fc.property(fc.array(stay, { maxLength: 12 }), (stays) => {
        const covered = new Set(
          stays.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)),
        )
        expect(secondsOf(staysOf(stays.map(([from, to]) => seat('t', from, to))))).toBe(covered.size)
      }),
    )
  })

  it('ends a minute after the last sign of life: a short loss of the line is no leaving', () => {
    expect(isThere(seat('t', 0, 100), at(159))).toBe(true)
    expect(isThere(seat('t', 0, 100), at(160))).toBe(false)
    expect(isThere(seat('t', 0, 100, { closed: true }), at(101))).toBe(false)
    expect(isThere(seat('t', null, null), at(0))).toBe(false)
  })

  it('proposes what the lesson was', () => {
    const both = [seat('t', 0, 1800), seat('s', 0, 1800)]
    expect(proposalOf(room({ liveSince: at(0), liveMs: 900_000 }), roster, both, at(1800))).toBe('completed')
    expect(proposalOf(room({ liveSince: at(0), liveMs: 60_000 }), roster, both, at(1800))).toBeNull()
    expect(proposalOf(room(), roster, [seat('t', 0, 700)], at(700))).toBe('learner-missing')
    expect(proposalOf(room(), roster, [seat('s', 0, 700)], at(700))).toBe('teacher-missing')
    expect(proposalOf(room(), roster, [seat('t', 0, 500)], at(500))).toBeNull()
    expect(proposalOf(room(), roster, both, at(700))).toBeNull()
    // nobody could start it, for example because the parent of a young child was missing
    expect(proposalOf(room(), roster, both, at(1800))).toBe('not-held')
    const held = { liveSince: at(0), liveMs: 60_000, heldMs: 900_000 }
    expect(proposalOf(room(held), roster, both, at(1700))).toBeNull()
    expect(proposalOf(room(held), roster, both, at(1800))).toBe('not-held')
    expect(proposalOf(room({ ...held, heldMs: 899_000 }), roster, both, at(1800))).toBeNull()
    const onHold = { ...held, heldMs: 0, state: 'held', heldAt: at(-300) } as const
    expect(proposalOf(room(onHold), roster, both, at(1800))).toBe('not-held')
  })
})
