import { describe, expect, it } from '@jest/globals'
import { answer, escalate, mayResolve, newAlert, resolve } from './alert.ts'

const at = new Date('2026-11-21T10:00:00Z')
const alert = newAlert({
  _id: 'a1',
  reason: 'contact-details',
  severity: 'medium',
  sealed: '',
  createdAt: at,
  guardianIds: ['p1'],
})
const admin = { userId: 'root', role: 'admin' }
const parent = { userId: 'p1', role: 'parent' }
const slugOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as { slug?: string }).slug
  }
  return 'resolved'
}

describe('a safety alert', () => {
  it('is to be answered within 2 hours and investigated within 24', () => {
    expect(alert.dueAt).toEqual(new Date('2026-11-21T12:00:00Z'))
    expect(alert.investigateBy).toEqual(new Date('2026-11-22T10:00:00Z'))
  })

  it('that nobody answers in 2 hours is told to all, and again after 24', () => {
    const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000)
    expect(escalate(alert, after(1.9))).toBeNull()
    expect(escalate(alert, after(2))).toEqual({ stage: 'answer', next: alert.investigateBy })
    const told = { ...alert, escalateAt: alert.investigateBy }
    expect(escalate(told, after(23))).toBeNull()
    expect(escalate(told, after(24))).toEqual({ stage: 'investigation', next: null })
    expect(escalate(alert, after(30))).toEqual({ stage: 'investigation', next: null })
    expect(escalate({ ...alert, status: 'resolved' }, after(30))).toBeNull()
  })

  it('stops the first clock when it is answered, once', () => {
    const answered = { ...alert, ...answer(alert, 'root', at) }
    expect(answered).toMatchObject({ answeredBy: 'root', escalateAt: alert.investigateBy })
    expect(answer(answered, 'other', at)).toBeNull()
    const low = newAlert({ ...alert, severity: 'low' })
    expect(low.escalateAt).toBeNull()
    expect(slugOf(() => answer({ ...alert, status: 'resolved' }, 'root', at))).toBe('alert-resolved')
  })

  it('is resolved by an administrator with a note, or by the own guardian', () => {
    expect(resolve(alert, admin, 'Talked to both', at)).toMatchObject({
      status: 'resolved',
      resolvedBy: 'root',
    })
    expect(slugOf(() => resolve(alert, admin, ' ', at))).toBe('reason-required')
    expect(slugOf(() => resolve(alert, parent, '', at))).toBe('resolved')
    expect(slugOf(() => resolve(alert, { ...parent, userId: 'p2' }, '', at))).toBe('not-found')
  })

  it('of high severity is resolved by administrators alone', () => {
    const grave = { ...alert, severity: 'high' as const }
    expect(mayResolve(grave, parent)).toBe(false)
    expect(slugOf(() => resolve(grave, parent, '', at))).toBe('forbidden')
    expect(mayResolve(grave, admin)).toBe(true)
  })

  it('is resolved once', () => {
    const resolved = { ...alert, status: 'resolved' as const }
    expect(slugOf(() => resolve(resolved, admin, 'again', at))).toBe('alert-resolved')
  })
})
