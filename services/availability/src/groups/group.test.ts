import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { endOf } from '../hours/hours.ts'
import type { ConnectionRow } from '../parties/party.ts'
import {
  cancelGroup,
  decidedAt,
  dueMove,
  firstStep,
  type Group,
  type isLargeEnough,
  joinRefusal,
} from './group.ts'

const startsAt = new Date('2026-11-26T15:00:00Z')
const before = (hours: number) => new Date(startsAt.getTime() - hours * hourMs)
const groupWith = (more: Partial<Group> = {}): Group => ({
  ...{
    _id: 'g1',
    teacherId: 't1',
    subject: 'mathematics',
    level: 'secondary',
    audience: 'adults',
    topic: '',
    startsAt,
  },
  ...{ endsAt: endOf(startsAt, 60), durationMinutes: 60, type: 'faceToFace', place: 'Library' },
  ...{ meetingLink: '', price: 15, capacity: 3, status: 'open', cause: null, offeredAt: before(100) },
  ...{ token: 'b1', ...firstStep(startsAt, before(100)) },
  ...more,
})
const learner = (more: Partial<ConnectionRow> = {}): ConnectionRow => ({
  ...{ _id: 'c1', status: 'approved', teacherId: 't1', studentId: 's1', childId: null, guardianIds: [] },
  ...{ partyIds: ['t1', 's1'], requesterId: 's1', subject: 'mathematics', minor: false },
  ...{ learnerBirthYear: 2000, learnerLevel: 'secondary', videoWithdrawn: false, studentName: '' },
  blockedBy: [],
  ...more,
})
type Seat = Parameters<typeof isLargeEnough>[0][number]
const seat = (more: Partial<Seat> = {}): Seat => ({
  ...{ studentId: 's2', childId: null, status: 'upcoming', heldAt: null },
  ...more,
})
const wish = (connection = learner(), now = before(24)) => ({ connection, parentPresent: true, now })
const slugOf = (...args: Parameters<typeof joinRefusal>) => joinRefusal(...args)?.slug

const statuses = ['proposed', 'upcoming', 'completed', 'no-show'] as const
const someSeats = fc.array(
  fc.record({
    studentId: fc.constantFrom('s1', 's2', 's3', 's4'),
    childId: fc.constant(null),
    status: fc.constantFrom(...statuses),
    heldAt: fc.constantFrom(null, before(30)),
  }),
  { maxLength: 8 },
)
const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other })
const someConnection = fc
  .record({
    learnerBirthYear: fc.option(fc.integer({ min: 1990, max: 2020 })),
    learnerLevel: mostly(
      fc.constant('secondary' as const),
      fc.constantFrom('primary', 'college', 'university', null),
    ),
    minor: fc.boolean(),
    subject: mostly(fc.constant('mathematics'), fc.constant('physics')),
  })
  .map(learner)

const fewSeats = fc.constantFrom<readonly Seat[]>([], [seat()], [seat(), seat({ studentId: 's3' })])

describe('joining a group hour', () => {
  it('is never allowed when it is full, too late, of another level, or too long for the learner', () => {
    const minutes = mostly(fc.constantFrom(30, 45), fc.constantFrom(60, 90, 120))
    const hours = mostly(fc.integer({ min: 5, max: 40 }), fc.integer({ min: 0, max: 5 }))
    let accepted = 0
    fc.assert(
      fc.property(mostly(fewSeats, someSeats), someConnection, minutes, hours, (seats, row, length, h) => {
        const group = groupWith({
          durationMinutes: length,
          audience: row.learnerBirthYear && row.learnerBirthYear % 2 ? 'minors' : 'adults',
        })
        if (joinRefusal(group, seats, wish(row, before(h)))) return
        accepted++
        expect(seats.length).toBeLessThan(group.capacity)
        expect(seats.map(({ studentId }) => studentId)).not.toContain('s1')
        expect(h).toBeGreaterThan(4)
        expect(row.subject).toBe('mathematics')
        expect(row.minor).toBe(group.audience === 'minors')
        expect(row.learnerLevel).toBe('secondary')
        const age = 2026 - (row.learnerBirthYear ?? (row.minor ? 2020 : 1990))
        const limits = [10, 14, 18].map((to, index) => (age <= to ? [30, 45, 60][index] : undefined))
        expect(length).toBeLessThanOrEqual(limits.find(Boolean) ?? (row.minor ? 60 : 120))
      }),
      { numRuns: 600 },
    )
    expect(accepted).toBeGreaterThan(100)
  })

  it('says why not', () => {
    const open = groupWith()
    expect(slugOf(open, [], wish())).toBeUndefined()
    expect(slugOf(groupWith({ status: 'cancelled' }), [], wish())).toBe('group-closed')
    expect(slugOf(open, [], wish(learner(), before(4)))).toBe('group-closed')
    expect(slugOf(open, [], wish(learner({ learnerLevel: 'college' })))).toBe('group-level')
    expect(slugOf(open, [], wish(learner({ subject: 'physics' })))).toBe('group-level')
    expect(slugOf(open, [seat({ studentId: 's1' })], wish())).toBe('group-joined')
    expect(slugOf(open, [seat(), seat(), seat()], wish())).toBe('group-full')
    const child = learner({ learnerBirthYear: 2014, minor: true })
    expect(slugOf(open, [], wish(child))).toBe('group-adults')
    const young = groupWith({ audience: 'minors' })
    expect(slugOf(young, [], wish())).toBe('group-minors')
    expect(joinRefusal(young, [], wish(child))).toEqual({ slug: 'lesson-too-long', minutes: 45 })
    const noVideo = wish(learner({ videoWithdrawn: true }))
    expect(slugOf(groupWith({ type: 'online' }), [], noVideo)).toBe('video-consent-missing')
    expect(slugOf(groupWith({ level: 'other' }), [], wish(learner({ learnerLevel: null })))).toBeUndefined()
  })
})

describe('the clock', () => {
  it('cancels exactly the groups with fewer than two learners who come, and from four hours before', () => {
    fc.assert(
      fc.property(someSeats, fc.integer({ min: 0, max: 30 }), (seats, hours) => {
        const now = before(hours)
        const moved = dueMove(groupWith(), seats, now)
        const coming = seats.filter(({ status, heldAt }) => status === 'upcoming' && !heldAt).length
        const isCancelled = moved?.changes.status === 'cancelled'
        expect(isCancelled).toBe(coming < 2 && hours <= 4 && hours > 0)
        expect(moved?.happened?.type === 'group.short').toBe(coming < 2 && hours > 4 && hours <= 24)
      }),
    )
  })

  it('warns once, never before its time or for a cancelled group', () => {
    const first = dueMove(groupWith(), [seat()], before(24))
    expect(first).toMatchObject({ happened: { type: 'group.short', taken: 1 } })
    const warned = { ...groupWith(), ...first?.changes }
    expect(dueMove(warned, [seat()], before(20))).toBeNull()
    expect(dueMove(warned, [seat()], decidedAt(warned))?.happened?.type).toBe('group.cancelled')
    const cancelled = groupWith({ ...cancelGroup(warned, 'group-cancelled', before(10))?.changes })
    expect(dueMove(cancelled, [], before(1))).toBeNull()
    expect(cancelGroup(cancelled, 'account-erased', before(1))).toBeNull()
  })
})
