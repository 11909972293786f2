import { describe, expect, it } from '@jest/globals'
import {
  actionsOf,
  type Connection,
  comeOfAge,
  expireOrRemind,
  fallAway,
  move,
  review,
} from '../connection.ts'
import { connectionsToPause, endPaused, pause, reopen } from './connection-pause.ts'

const at = (hours: number) => new Date(Date.parse('2026-11-21T08:00:00Z') + hours * 3_600_000)
const agreed = { teacher: 'agreed', guardian: 'agreed', admin: 'agreed' } as const
const approved: Connection = {
  _id: 'c',
  status: 'approved',
  teacherId: 't',
  requesterId: 'p',
  studentId: null,
  childId: 'k',
  guardianIds: ['p'],
  subject: 'arabic',
  message: '',
  preferredTimes: [],
  minor: true,
  learnerBirthYear: 2015,
  flags: [],
  needs: agreed,
  videoWithdrawn: false,
  pause: null,
  blockedBy: [],
  liftedAt: null,
  note: '',
  requestedAt: at(0),
  remindedAt: null,
  decidedAt: at(1),
  adminReviewedAt: at(1),
}
const pending: Connection = {
  ...approved,
  status: 'pending',
  needs: { ...agreed, teacher: 'waiting' },
  decidedAt: null,
}
const raised = (hours: number) => ({ stoppedAt: at(hours), pausedFor: null })
const paused = (connection: Connection, hours = 2): Connection => {
  const moved = pause(connection, raised(hours), at(hours))
  if (!moved) throw new Error('not paused')
  return moved.changed
}
const decision = (hours: number) => ({ by: 'a', at: at(hours), stoppedAt: at(hours) })

describe('a pause', () => {
  it('covers every open state of a minor’s connection, and no other', () => {
    expect(paused(pending)).toMatchObject({ status: 'suspended', pause: { from: 'pending' } })
    expect(paused(approved)).toMatchObject({ status: 'suspended', pause: { from: 'approved' } })
    for (const status of ['declined', 'cancelled', 'expired', 'ended'] as const)
      expect(pause({ ...approved, status }, raised(2), at(2))).toBeNull()
    expect(pause({ ...approved, minor: false }, raised(2), at(2))).toBeNull()
  })

  it('leaves nothing for its parties to do, and no clock runs', () => {
    for (const connection of [paused(pending), paused(approved)]) {
      for (const userId of ['t', 'p']) expect(actionsOf(connection, userId)).toEqual([])
      expect(() => move(connection, { action: 'end', by: 't', note: '', at: at(3) })).toThrow(/paused/)
      expect(expireOrRemind(connection, at(500))).toBeNull()
    }
  })

  it('counts the newer of alert and decision, in whatever order they come', () => {
    const connection = paused(approved, 2)
    expect(reopen(connection, decision(1))).toBeNull()
    const open = reopen(connection, decision(4))?.changed
    expect(open).toMatchObject({ status: 'approved', pause: null })
    // the same alert again, and an alert from before the decision
    for (const hours of [2, 3]) expect(pause(open ?? approved, raised(hours), at(9))).toBeNull()
    expect(pause(open ?? approved, raised(5), at(5))?.type).toBe('connection.suspended')
    // a second alert during the pause: a decision from before it does not reopen
    const twice = pause(connection, raised(6), at(6))?.changed ?? connection
    expect(reopen(twice, decision(5))).toBeNull()
    expect(reopen(twice, decision(7))?.changed.status).toBe('approved')
  })

  it('that the administrator has not seen stays, whichever event comes first', () => {
    const seen = { ...decision(7), stoppedAt: at(2) }
    const twice = pause(paused(approved, 2), raised(6), at(6))?.changed ?? approved
    for (const decide of [reopen, endPaused]) expect(decide(twice, seen)).toBeNull()
    const open = reopen(paused(approved, 2), seen)?.changed ?? approved
    expect(open).toMatchObject({ status: 'approved', pause: null })
    expect(pause(open, raised(2), at(9))).toBeNull()
    expect(pause(open, raised(6), at(9))?.type).toBe('connection.suspended')
  })

  it('gives a request the rest of its 72 hours back', () => {
    const open = reopen(paused(pending, 10), decision(110))?.changed ?? pending
    expect(open).toMatchObject({ status: 'pending', requestedAt: at(100) })
    expect(expireOrRemind({ ...open, remindedAt: at(1) }, at(171))).toBeNull()
    expect(expireOrRemind(open, at(172))?.type).toBe('connection.expired')
  })

  it('keeps an agreement that is given meanwhile; a refusal closes it', () => {
    const waiting = { ...pending, adminReviewedAt: null, needs: { ...agreed, admin: 'waiting' as const } }
    const yes = review(paused(waiting), { decision: 'approved', notes: '', ...decision(3) })
    expect(yes).toMatchObject({ type: 'connection.agreed', changed: { status: 'suspended' } })
    expect(reopen(yes?.changed ?? waiting, decision(4))).toMatchObject({
      type: 'connection.approved',
      changed: { status: 'approved' },
    })
    const no = review(paused(waiting), { decision: 'declined', notes: '', ...decision(3) })
    expect(no?.changed.status).toBe('declined')
  })

  it('closes when a requirement is lost, and its pause stays for an administrator’s decision', () => {
    const gone = fallAway(paused(approved), 'consent', at(3))?.changed ?? approved
    expect(gone).toMatchObject({ status: 'ended', pause: { from: 'approved' } })
    expect(fallAway(paused(pending), 'learner', at(3))?.changed.status).toBe('cancelled')
    expect(fallAway(paused(pending), 'teacher', at(3))?.changed.status).toBe('declined')
    expect(reopen(gone, decision(4))).toBeNull()
    expect(endPaused(gone, decision(4))).toMatchObject({
      type: 'connection.changed',
      changed: { status: 'ended', pause: null },
    })
  })

  it('continues after the learner’s coming of age', () => {
    const grown = comeOfAge(paused(approved), 's', at(3))?.changed ?? approved
    expect(grown).toMatchObject({ status: 'suspended', minor: false })
    expect(reopen(grown, decision(4))?.changed.status).toBe('approved')
  })

  it('is ended by an administrator, without a note to the parties', () => {
    const ended = endPaused({ ...paused(approved), note: 'x' }, decision(3))
    expect(ended).toMatchObject({
      type: 'connection.ended',
      changed: { status: 'ended', note: '', pause: null },
    })
    expect(endPaused(paused(pending), decision(3))?.changed.status).toBe('declined')
    expect(endPaused(approved, decision(3))).toBeNull()
  })
})

describe('the connections that an alert pauses', () => {
  const of = (_id: string, teacherId: string, childId: string, more: Partial<Connection> = {}) => ({
    ...approved,
    ...{ _id, teacherId, childId },
    ...more,
  })
  const all = [
    of('a', 't', 'k'),
    of('b', 't', 'k', { status: 'pending', subject: 'physics' }),
    of('c', 'u', 'k'),
    of('d', 't', 'other', { guardianIds: ['q'] }),
    of('e', 't', 'k', { status: 'ended' }),
    of('f', 'u', 'x', { studentId: 's', guardianIds: ['q'] }),
  ]
  const ids = (stop: Parameters<typeof connectionsToPause>[0]) =>
    connectionsToPause(stop, all)
      .map(({ _id }) => _id)
      .join('')

  it('is the named connection with all of the same two, also of one that has ended', () => {
    expect(ids({ connectionId: 'a' })).toBe('ab')
    expect(ids({ connectionId: 'e', childId: 'k', by: 'p' })).toBe('ab')
  })

  it('are those of the named child or account with the teacher whom it is about', () => {
    expect(ids({ childId: 'k', aboutUserId: 't', by: 'p' })).toBe('ab')
    expect(ids({ aboutUserId: 'u', by: 's' })).toBe('f')
    // another teacher, or a person outside: the learner's own teachers are not accused
    for (const aboutUserId of ['t', 'y', 'p']) expect(ids({ aboutUserId, by: 's' })).toBe('')
  })

  it('without such a teacher are all connections of that child', () => {
    expect(ids({ childId: 'k', by: 't' })).toBe('abc')
    expect(ids({ aboutUserId: 's', by: 'u' })).toBe('f')
    expect(ids({ by: 's' })).toBe('f')
    expect(ids({ childId: 'unknown', by: 'p' })).toBe('')
  })

  it('are those of a guardian’s only child when the report names nobody', () => {
    expect(ids({ by: 'p' })).toBe('abc')
    expect(ids({ by: 'q' })).toBe('')
    expect(ids({ by: 'q', aboutUserId: 'u' })).toBe('f')
    expect(ids({ by: 't' })).toBe('')
  })
})
