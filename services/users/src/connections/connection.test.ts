import { slugOf } from '@darsi/kit/testing/slug-of.ts'
import { describe, expect, it } from '@jest/globals'
import {
  type Action,
  actionsOf,
  type Connection,
  comeOfAge,
  dueAt,
  expireOrRemind,
  fallAway,
  move,
  newConnection,
  partOf,
  review,
  updateLearner,
} from './connection.ts'
import { connectionEvent } from './connection-event.ts'

const at = new Date('2026-11-21T08:00:00Z')
const later = (hours: number) => new Date(at.getTime() + hours * 3600 * 1000)
const blank = {
  _id: 'c1',
  teacherId: 't',
  requesterId: 's',
  studentId: 's',
  childId: null,
  guardianIds: [],
  subject: 'mathematics' as const,
  message: 'Bonjour',
  preferredTimes: [],
  minor: false,
  learnerBirthYear: null,
  flags: [],
}
const adult = newConnection(blank, at)
const minor = newConnection({ ...blank, minor: true, childId: 'k', guardianIds: ['p', 'q'] }, at)
const child = newConnection(
  { ...blank, minor: true, studentId: null, childId: 'k', requesterId: 'p', guardianIds: ['p', 'q'] },
  at,
)
const step = (connection: Connection, action: Action, by: string, note = '') =>
  move(connection, { action, by, note, at: later(1) })
const after = (connection: Connection, ...steps: [Action, string][]) =>
  steps.reduce((state, [action, by]) => step(state, action, by).changed, connection)
const same = { minor: true, learnerBirthYear: null, videoWithdrawn: false, blockedBy: [] }
const reviewed = (connection: Connection, decision: 'approved' | 'declined', notes = '') =>
  review(connection, { decision, by: 'a', notes, at: later(2) })

describe('who has to agree', () => {
  it('the teacher always', () => {
    expect(adult.needs).toEqual({ teacher: 'waiting', guardian: 'none', admin: 'none' })
  })
  it('a guardian and an administrator for a minor', () => {
    expect(minor.needs).toEqual({ teacher: 'waiting', guardian: 'waiting', admin: 'waiting' })
  })
  it('a parent’s own request carries the consent', () => {
    expect(child.needs.guardian).toBe('agreed')
  })
  it('an administrator for a flagged request', () => {
    expect(newConnection({ ...blank, flags: ['contact-details'] }, at).needs.admin).toBe('waiting')
  })
})

describe('a request', () => {
  it('of an adult is approved once the teacher accepts', () => {
    const { changed, type, by } = step(adult, 'accept', 't', ' Welcome ')
    expect({ type, by }).toEqual({ type: 'connection.approved', by: 't' })
    expect(changed).toMatchObject({ status: 'approved', decidedAt: later(1), note: 'Welcome' })
  })

  it('of a minor is approved once all have agreed, in whatever order', () => {
    const agreed = after(minor, ['consent', 'q'], ['accept', 't'])
    expect(agreed.status).toBe('pending')
    const done = reviewed(agreed, 'approved')
    expect(done).toMatchObject({ type: 'connection.approved', changed: { adminReviewedAt: later(2) } })
    const other = reviewed(minor, 'approved')
    expect(other).toMatchObject({ type: 'connection.agreed', changed: { status: 'pending' } })
    if (other) expect(after(other.changed, ['accept', 't'], ['consent', 'p']).status).toBe('approved')
  })

  it('is declined by any of them', () => {
    expect(step(minor, 'decline', 't').changed).toMatchObject({
      status: 'declined',
      needs: { teacher: 'refused' },
    })
    expect(step(minor, 'decline', 'p').changed).toMatchObject({
      status: 'declined',
      needs: { guardian: 'refused' },
    })
    expect(reviewed(minor, 'declined', 'Too young')?.changed).toMatchObject({
      status: 'declined',
      note: 'Too young',
      adminReviewedAt: later(2),
      needs: { admin: 'refused' },
    })
  })

  it('is declined by a teacher or another guardian who agreed before, while it is pending', () => {
    expect(after(minor, ['accept', 't'], ['decline', 't']).status).toBe('declined')
    expect(after(child, ['decline', 'q']).status).toBe('declined')
  })

  it('is cancelled by the requester only', () => {
    expect(step(adult, 'cancel', 's').type).toBe('connection.cancelled')
    expect(step(child, 'cancel', 'p').changed.status).toBe('cancelled')
    expect(slugOf(() => step(child, 'cancel', 'q'))).toBe('forbidden')
    expect(slugOf(() => step(minor, 'cancel', 'p'))).toBe('forbidden')
  })

  it('is ended by either side once approved', () => {
    const approved = after(adult, ['accept', 't'])
    for (const by of ['t', 's']) expect(step(approved, 'end', by, 'Thanks').changed.status).toBe('ended')
    expect(slugOf(() => step(adult, 'end', 't'))).toBe('connection-state')
  })

  it.each<[Action, string]>([
    ['accept', 't'],
    ['decline', 't'],
    ['cancel', 's'],
  ])('twice or late is a conflict: %s', (action, by) => {
    const once = after(adult, [action, by])
    expect(slugOf(() => step(once, action, by))).toBe('connection-state')
    expect(slugOf(() => step(after(adult, ['accept', 't'], ['end', 's']), action, by))).toBe(
      'connection-state',
    )
  })

  it('consented to twice is a conflict', () => {
    const once = after(minor, ['consent', 'p'])
    expect(slugOf(() => step(once, 'consent', 'q'))).toBe('connection-state')
  })

  it('by the wrong party is forbidden, by a stranger not found', () => {
    expect(slugOf(() => step(adult, 'accept', 's'))).toBe('forbidden')
    expect(slugOf(() => step(minor, 'consent', 's'))).toBe('forbidden')
    expect(slugOf(() => step(minor, 'accept', 'p'))).toBe('forbidden')
    for (const action of ['accept', 'decline', 'consent', 'cancel', 'end'] as const)
      expect(slugOf(() => step(minor, action, 'x'))).toBe('not-found')
  })

  it('does not change by a repeated or late review', () => {
    const once = reviewed(minor, 'approved')
    expect(once && reviewed(once.changed, 'declined')).toBeNull()
    expect(reviewed(after(adult, ['cancel', 's']), 'approved')).toBeNull()
  })

  it('refused by an administrator a moment after the others agreed is ended', () => {
    const approved = after(adult, ['accept', 't'])
    const refused = reviewed(approved, 'declined', ' Not here ')
    expect(refused).toMatchObject({
      type: 'connection.ended',
      by: 'a',
      changed: { status: 'ended', needs: { admin: 'refused' }, note: 'Not here', adminReviewedAt: later(2) },
    })
    expect(refused && reviewed(refused.changed, 'declined')).toBeNull()
    expect(reviewed(approved, 'approved')).toBeNull()
  })

  it('that an administrator approved is not refused by one any more', () => {
    const agreed = reviewed(after(minor, ['consent', 'q'], ['accept', 't']), 'approved')
    expect(agreed?.changed.status).toBe('approved')
    expect(agreed && reviewed(agreed.changed, 'declined')).toBeNull()
  })

  it('that needs no administrator may be looked at all the same', () => {
    expect(reviewed(adult, 'declined')?.changed.status).toBe('declined')
    const agreed = reviewed(adult, 'approved')
    expect(agreed).toMatchObject({ type: 'connection.agreed', changed: { status: 'pending' } })
  })
})

describe('the clock', () => {
  it('reminds once after 48 hours and expires after 72', () => {
    expect(expireOrRemind(adult, later(47.9))).toBeNull()
    const reminded = expireOrRemind(adult, later(48))
    expect(reminded).toMatchObject({ type: 'connection.expiring', changed: { status: 'pending' } })
    if (!reminded) return
    expect(expireOrRemind(reminded.changed, later(71))).toBeNull()
    expect(expireOrRemind(reminded.changed, later(72))).toMatchObject({ type: 'connection.expired' })
  })
  it('that was not checked for a long time expires without a late reminder', () => {
    expect(expireOrRemind(adult, later(100))).toMatchObject({
      type: 'connection.expired',
      changed: { status: 'expired' },
    })
  })
  it('ends by time: after 72 hours an action is late, also before the sweeper has run', () => {
    const at72 = (action: Action, by: string) =>
      slugOf(() => move(minor, { action, by, note: '', at: later(72) }))
    for (const [action, by] of [
      ['accept', 't'],
      ['consent', 'p'],
      ['decline', 'q'],
      ['cancel', 's'],
    ] as const)
      expect(at72(action, by)).toBe('connection-state')
    expect(move(minor, { action: 'consent', by: 'p', note: '', at: later(71.9) }).type).toBe(
      'connection.agreed',
    )
    expect(review(minor, { decision: 'approved', by: 'a', notes: '', at: later(72) })).toBeNull()
  })
  it('does not change a decided request', () => {
    expect(expireOrRemind(after(adult, ['accept', 't']), later(100))).toBeNull()
    expect(dueAt(after(adult, ['accept', 't']))).toBeNull()
  })
  it('has the time of its next check', () => {
    expect(dueAt(adult)).toEqual(later(48))
    expect(dueAt({ ...adult, remindedAt: later(48) })).toEqual(later(72))
  })
})

describe('when a requirement is lost', () => {
  it('an approved connection ends and a request closes', () => {
    const approved = after(adult, ['accept', 't'])
    expect(fallAway(approved, 'consent', later(3))?.type).toBe('connection.ended')
    expect(fallAway(minor, 'consent', later(3))?.type).toBe('connection.declined')
    expect(fallAway(adult, 'teacher', later(3))?.type).toBe('connection.declined')
    expect(fallAway(adult, 'learner', later(3))?.type).toBe('connection.cancelled')
    expect(fallAway(after(adult, ['cancel', 's']), 'learner', later(3))).toBeNull()
  })
  it('guardians come and go', () => {
    expect(updateLearner(minor, { ...same, guardianIds: ['p'] })).toMatchObject({
      type: 'connection.changed',
      changed: { guardianIds: ['p'], requesterId: 's' },
    })
    expect(updateLearner(minor, { ...same, guardianIds: ['q', 'p'] })).toBeNull()
  })
  it('a requester who is no longer a guardian is replaced by another guardian', () => {
    const left = updateLearner(child, { ...same, guardianIds: ['q'] })
    expect(left?.changed).toMatchObject({ requesterId: 'q', guardianIds: ['q'], message: 'Bonjour' })
    if (left) expect(slugOf(() => step(left.changed, 'cancel', 'p'))).toBe('not-found')
    const nobodys = updateLearner(after(child, ['cancel', 'p']), { ...same, guardianIds: [] })
    expect(nobodys?.changed).toMatchObject({ guardianIds: [], message: '', status: 'cancelled' })
  })
  it('a corrected year changes an open connection and no closed one', () => {
    const corrected = { ...same, guardianIds: ['p', 'q'], learnerBirthYear: 2017 }
    expect(updateLearner(minor, corrected)?.changed).toMatchObject({ learnerBirthYear: 2017 })
    expect(updateLearner(after(minor, ['cancel', 's']), corrected)).toBeNull()
  })
  it('a learner who comes of age gets closed connections unchanged, without guardians', () => {
    const over = after(child, ['cancel', 'p'])
    expect(comeOfAge(over, 's', later(9))).toEqual({
      type: 'connection.changed',
      changed: { ...over, studentId: 's', childId: null, guardianIds: [], requesterId: 's' },
    })
  })
})

it('each party gets the actions that are possible now', () => {
  expect(actionsOf(adult, 't')).toEqual(['accept', 'decline'])
  expect(actionsOf(adult, 's')).toEqual(['cancel'])
  expect(actionsOf(minor, 'p')).toEqual(['consent', 'decline'])
  expect(actionsOf(child, 'p')).toEqual(['cancel'])
  expect(actionsOf(child, 'q')).toEqual(['decline'])
  expect(actionsOf(after(adult, ['accept', 't']), 't')).toEqual(['end'])
  expect(actionsOf(adult, 'x')).toEqual([])
  expect(partOf(minor, 'q')).toBe('guardian')
})

describe('the event of a later change', () => {
  it('keeps the time of the decision', () => {
    const approved = reviewed(after(minor, ['consent', 'q'], ['accept', 't']), 'approved')?.changed ?? minor
    const moved = updateLearner(approved, { ...same, guardianIds: ['q'] })
    if (!moved) throw new Error('nothing changed')
    const nobody = { teacher: null, student: null, child: null, guardians: [] }
    const { data } = connectionEvent(moved.changed, nobody, { type: moved.type, at: later(100) })
    expect(data).toMatchObject({ decidedAt: later(2).toISOString(), at: later(100).toISOString() })
    const asked = connectionEvent(minor, nobody, { type: 'connection.requested', at })
    expect(asked.data).toMatchObject({ decidedAt: null })
  })
})
