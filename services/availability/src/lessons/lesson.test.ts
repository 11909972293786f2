import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import {
  cancel,
  cancelActionOf,
  complete,
  confirm,
  fallAway,
  hold,
  type Lesson,
  type Moved,
  refusalOf,
  remind,
  reportNoShow,
  reschedule,
  resume,
} from './lesson.ts'

const startsAt = instantOf('2026-11-23', 9)
const endsAt = instantOf('2026-11-23', 10)
const booked = new Date('2026-11-19T10:00:00Z')
const minutes = (count: number) => new Date(startsAt.getTime() + count * 60_000)
const lesson: Lesson = {
  ...{
    _id: 'l',
    connectionId: 'c',
    seriesId: null,
    groupId: null,
    teacherId: 't',
    studentId: 's',
    childId: null,
  },
  ...{ partyIds: ['t', 's'], subject: 'physics', startsAt, endsAt, durationMinutes: 60, type: 'online' },
  ...{
    place: '',
    meetingLink: 'https://meet.jit.si/a',
    keptLink: '',
    notes: '',
    parentPresent: false,
    status: 'upcoming',
  },
  ...{ reason: '', cause: null, bookedBy: 't', bookedAt: booked, completedAt: null, reportDueAt: null },
  ...{ heldAt: null, proposedUntil: null, agreedVenue: null },
  ...{ revision: 3, token: 'b', remindAt: minutes(-24 * 60), remindKind: '24h' },
}
const proposed: Lesson = {
  ...lesson,
  ...{ status: 'proposed', proposedUntil: new Date(booked.getTime() + 1), remindAt: null, remindKind: null },
}
const onHold: Lesson = { ...lesson, heldAt: booked, keptLink: lesson.meetingLink, meetingLink: '' }
const after = (before: Lesson, moved: Moved | null): Lesson => ({ ...before, ...moved?.changes })
const step = { by: 's', at: booked }

describe('a lesson', () => {
  it('can be moved and cancelled until four hours before', () => {
    for (const action of ['reschedule', 'cancel'] as const) {
      expect(refusalOf(action, lesson, minutes(-240))).toBeNull()
      expect(refusalOf(action, lesson, minutes(-239))).toBe('session-too-late')
      expect(refusalOf(action, { ...lesson, status: 'completed' }, minutes(-300))).toBe('session-state')
    }
  })

  it('of a minor can be cancelled by a guardian until it begins', () => {
    const connection = { minor: true, guardianIds: ['g'] }
    const now = minutes(-1)
    expect(cancelActionOf(lesson, { by: 't', now, connection })).toBe('cancel')
    const grown = { ...connection, minor: false }
    expect(cancelActionOf(lesson, { by: 'g', now, connection: grown })).toBe('cancel')
    const action = cancelActionOf(lesson, { by: 'g', now, connection })
    expect(refusalOf(action, lesson, minutes(-1))).toBeNull()
    expect(refusalOf(action, lesson, minutes(0))).toBe('session-too-late')
  })

  it('can be undone by the person who booked it for 15 minutes, until it begins', () => {
    const soon = { ...lesson, bookedBy: 's', bookedAt: minutes(-60) }
    const at = (by: string, now: number, connection = null) =>
      cancelActionOf(soon, { by, now: minutes(now), connection })
    expect(at('s', -46)).toBe('undo')
    expect(refusalOf('undo', soon, minutes(-46))).toBeNull()
    expect(refusalOf('undo', soon, minutes(0))).toBe('session-too-late')
    expect(at('s', -45)).toBe('cancel')
    expect(at('t', -46)).toBe('cancel')
  })

  it('can be completed from its start on, and missed ten minutes later', () => {
    expect(refusalOf('complete', lesson, minutes(-1))).toBe('session-not-started')
    expect(refusalOf('complete', lesson, minutes(0))).toBeNull()
    expect(refusalOf('report-no-show', lesson, minutes(9))).toBe('session-not-started')
    expect(refusalOf('report-no-show', lesson, minutes(10))).toBeNull()
    expect(refusalOf('report-no-show', { ...lesson, status: 'cancelled' }, minutes(10))).toBe('session-state')
  })

  it('has no reminder, kept link or time to answer once it is over', () => {
    const closed = { remindAt: null, remindKind: null, heldAt: null, keptLink: '', proposedUntil: null }
    const reportDueAt = minutes(24 * 60)
    const { changes, happened } = complete(lesson, { by: 't', at: endsAt, reportDueAt })
    expect(changes).toEqual({ status: 'completed', completedAt: endsAt, reportDueAt, ...closed })
    expect(happened).toEqual({ type: 'session.completed' })
    const missed = reportNoShow(lesson, { by: 't', at: endsAt, reason: 'Nobody came' })
    expect(missed.changes).toEqual({ status: 'no-show', reason: 'Nobody came', ...closed })
    expect(cancel(lesson, { ...step, reason: 'Ill', series: [] }).changes).toMatchObject(closed)
  })

  it('that is cancelled with its series names all lessons with the revisions that they get', () => {
    const later = { ...lesson, _id: 'm', revision: 7 }
    const moved = cancel(lesson, { ...step, reason: 'Ill', series: [lesson, later] })
    expect(moved).toMatchObject({
      by: 's',
      happened: { type: 'session.cancelled', cause: 'party' },
      changes: { status: 'cancelled', cause: 'party', reason: 'Ill', revision: 4 },
    })
    expect(moved.announces.map(({ _id, status, revision }) => [_id, status, revision])).toEqual([
      ['l', 'cancelled', 4],
      ['m', 'upcoming', 8],
    ])
    expect(() => cancel(after(lesson, moved), { ...step, reason: 'Ill', series: [] })).toThrow()
  })

  it('is moved only if it did not change since the move was decided', () => {
    const to = { revision: 3, startsAt: minutes(24 * 60), endsAt: minutes(25 * 60) }
    const moved = reschedule(lesson, to, { ...step, token: 'n' })
    expect(moved).toMatchObject({
      happened: { type: 'session.moved', previousStartsAt: startsAt },
      changes: { startsAt: to.startsAt, token: 'n', revision: 4, remindAt: startsAt, remindKind: '24h' },
    })
    for (const changed of [after(lesson, moved), onHold, proposed])
      expect(reschedule(changed, to, { ...step, token: 'o' })).toBeNull()
  })

  it('has no reminder after a move that a guardian still has to confirm', () => {
    const to = { revision: 3, startsAt: minutes(24 * 60), endsAt: minutes(25 * 60), proposedUntil: startsAt }
    const moved = reschedule({ ...lesson, parentPresent: true }, to, { ...step, token: 'n' })
    expect(moved).toMatchObject({
      happened: { type: 'session.proposed', previousStartsAt: startsAt },
      changes: { status: 'proposed', proposedUntil: startsAt, parentPresent: false, remindAt: null },
    })
  })

  it('is due for its reminder at its time, and for the next one at the next time', () => {
    expect(remind(lesson, minutes(-24 * 60 - 1))).toBeNull()
    const moved = remind(lesson, minutes(-24 * 60))
    expect(moved).toMatchObject({
      happened: { type: 'session.reminder-due', reminder: '24h' },
      changes: { remindAt: minutes(-60), remindKind: '1h' },
    })
    for (const silent of [onHold, { ...lesson, status: 'cancelled' as const }])
      expect(remind(silent, minutes(-60))).toBeNull()
    expect(remind(lesson, startsAt)).toBeNull()
  })
})

describe('a proposed lesson', () => {
  it('can be answered until its time ends, not on hold, once', () => {
    const at = (time: Date, more: Partial<Lesson> = {}) => refusalOf('answer', { ...proposed, ...more }, time)
    expect(at(booked)).toBeNull()
    expect(at(booked, { proposedUntil: booked })).toBe('session-state')
    expect(at(booked, { heldAt: booked })).toBe('connection-paused')
    for (const status of ['upcoming', 'cancelled', 'completed', 'no-show'] as const)
      expect(at(booked, { status })).toBe('session-state')
  })

  it('can be withdrawn and not moved', () => {
    expect(refusalOf('cancel', proposed, booked)).toBeNull()
    expect(refusalOf('reschedule', proposed, booked)).toBe('session-state')
    expect(refusalOf('cancel', { ...proposed, heldAt: booked }, booked)).toBe('connection-paused')
    expect(refusalOf('cancel', { ...proposed, status: 'cancelled' }, booked)).toBe('session-state')
  })

  it('is confirmed or refused only where its proposal put it', () => {
    const yes = { ...step, token: 'b', parentPresent: true, series: [] }
    expect(confirm(proposed, yes)?.changes).toEqual({
      ...{ status: 'upcoming', proposedUntil: null, parentPresent: true, revision: 4 },
      agreedVenue: { by: 's', place: '', meetingLink: 'https://meet.jit.si/a' },
      ...{ remindAt: new Date('2026-11-22T08:00:00Z'), remindKind: '24h' },
    })
    expect(confirm(proposed, { ...yes, token: 'other' })).toBeNull()
    expect(confirm({ ...proposed, status: 'cancelled' }, yes)).toBeNull()
    const no = { cause: 'not-confirmed', by: 'g', token: 'b', series: [] } as const
    expect(fallAway(proposed, no)?.changes).toMatchObject({ status: 'cancelled', cause: 'not-confirmed' })
    expect(fallAway(proposed, { ...no, token: 'other' })).toBeNull()
    expect(fallAway(lesson, no)).toBeNull()
  })
})

describe('a lesson of a paused connection', () => {
  it('hides its link until the connection is open again', () => {
    const held = hold(lesson, booked)
    expect(held?.changes).toEqual({
      ...{ heldAt: booked, keptLink: lesson.meetingLink, meetingLink: '', revision: 4 },
    })
    const paused = after(lesson, held)
    expect(hold(paused, booked)).toBeNull()
    for (const action of ['reschedule', 'cancel', 'complete', 'report-no-show'] as const)
      expect(refusalOf(action, paused, booked)).toBe('connection-paused')
    expect(after(paused, resume(paused, booked))).toEqual({
      ...{ ...lesson, heldAt: null, keptLink: '', revision: 5 },
    })
    expect(resume(lesson, booked)).toBeNull()
  })

  it('is cancelled and not resumed when its hour has come', () => {
    const pause = { cause: 'connection-paused', by: null, token: 'b', series: [] } as const
    expect(resume(onHold, startsAt)).toBeNull()
    expect(fallAway(onHold, pause)?.changes).toMatchObject({
      status: 'cancelled',
      cause: 'connection-paused',
    })
    expect(fallAway(lesson, pause)).toBeNull()
    expect(hold(lesson, endsAt)).toBeNull()
  })
})
