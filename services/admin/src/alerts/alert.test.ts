import { slugOf } from '@darsi/kit/testing/slug-of.ts'
import { describe, expect, it } from '@jest/globals'
import { type Alert, answer, escalate, mayResolve, newAlert, resolve } from './alert.ts'

const at = new Date('2026-11-21T10:00:00Z')
const alert = newAlert({
  _id: 'a1',
  reason: 'contact-details',
  severity: 'medium',
  sealed: '',
  createdAt: at,
  guardianIds: ['p1'],
  by: 's1',
})
const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000)
const admin = { userId: 'root', role: 'admin' }
const parent = { userId: 'p1', role: 'parent' }
const admins = [{ userId: 'root', email: 'root@example.tn', fullName: 'Root', language: 'fr' as const }]
const resolveAs = (as: typeof admin, note: string, of: Alert = alert) =>
  slugOf(() => resolve(of, { by: as, note, at }))
const taken = { by: 'root', reporter: null, at, former: new Set<string>() }

describe('a safety alert', () => {
  it('has a deadline of 2 hours for the answer and of 24 for the investigation', () => {
    expect(alert.dueAt).toEqual(after(2))
    expect(alert.investigateBy).toEqual(after(24))
  })

  it('is reported to every administrator 2 hours later without an answer, and again after 24 hours', () => {
    expect(escalate(alert, after(1.9), admins)).toBeNull()
    const first = escalate(alert, after(2), admins)
    expect(first?.changed.escalateAt).toEqual(alert.investigateBy)
    expect(first?.event).toMatchObject({
      type: 'alert.escalated',
      data: { alertId: 'a1', stage: 'answer', dueAt: alert.dueAt.toISOString() },
      personal: { admins },
    })
    const escalated = { ...alert, escalateAt: alert.investigateBy }
    expect(escalate(escalated, after(23), admins)).toBeNull()
    const second = escalate(escalated, after(24), admins)
    expect(second?.changed.escalateAt).toBeNull()
    expect(second?.event.data).toMatchObject({
      stage: 'investigation',
      dueAt: alert.investigateBy.toISOString(),
    })
    expect(escalate(alert, after(30), admins)?.event.data).toMatchObject({ stage: 'investigation' })
    expect(escalate({ ...alert, status: 'resolved' }, after(30), admins)).toBeNull()
  })

  it('keeps only the second deadline once an administrator has answered, which is possible once', () => {
    const moved = answer(alert, taken)
    expect(moved?.changed).toMatchObject({ answeredBy: 'root', escalateAt: alert.investigateBy })
    expect(moved?.event).toMatchObject({ type: 'alert.answered', data: { alertId: 'a1', by: 'root' } })
    expect(answer(moved?.changed ?? alert, { ...taken, by: 'other' })).toBeNull()
    const former = new Set(['root'])
    expect(answer(moved?.changed ?? alert, { ...taken, by: 'other', former })?.changed.answeredBy).toBe(
      'other',
    )
    const low = newAlert({ ...alert, severity: 'low' })
    expect(low.escalateAt).toBeNull()
    expect(answer(low, taken)?.changed.escalateAt).toBeNull()
    expect(slugOf(() => answer({ ...alert, status: 'resolved' }, taken))).toBe('alert-resolved')
  })

  it('is resolved by an administrator with a note, or by the own guardian', () => {
    const { changed, event } = resolve(alert, { by: admin, note: 'Talked to both', at })
    expect(changed).toMatchObject({ status: 'resolved', resolvedBy: 'root', escalateAt: null })
    expect(event).toMatchObject({ type: 'alert.resolved', data: { by: 'root', reporterId: 's1' } })
    expect(resolveAs(admin, ' ')).toBe('reason-required')
    expect(resolveAs(parent, '')).toBeNull()
    expect(resolveAs({ ...parent, userId: 'p2' }, '')).toBe('not-found')
  })

  it('of high severity is resolved by administrators alone', () => {
    const high = { ...alert, severity: 'high' as const }
    expect(mayResolve(high, parent)).toBe(false)
    expect(resolveAs(parent, '', high)).toBe('forbidden')
    expect(mayResolve(high, admin)).toBe(true)
  })

  it('is resolved once', () => {
    expect(resolveAs(admin, 'again', { ...alert, status: 'resolved' })).toBe('alert-resolved')
  })
})
