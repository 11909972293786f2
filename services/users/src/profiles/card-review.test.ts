import { describe, expect, it } from '@jest/globals'
import {
  approvedTexts,
  type CardReview,
  cardTexts,
  publicSubjects,
  publicTexts,
  reviewAfter,
  reviewed,
} from './card-review.ts'

const at = new Date('2026-11-21T08:00:00Z')
const later = new Date('2026-11-22T08:00:00Z')
const teacher = {
  role: 'teacher' as const,
  status: 'approved' as const,
  roleData: { bio: 'Old', hourlyRate: 20 } as Record<string, unknown>,
  cardReview: null as CardReview | null,
  textsAt: null as Date | null,
}
const changed = (before: typeof teacher, roleData: Record<string, unknown>, now = at) => ({
  ...before,
  roleData: { ...before.roleData, ...roleData },
  ...reviewAfter(before, { ...before.roleData, ...roleData }, now),
})

describe('the texts of an approved teacher', () => {
  it('stay the old ones for everyone until an administrator approves the new ones', () => {
    const waiting = changed(teacher, { bio: 'New' })
    expect([publicTexts(waiting).bio, cardTexts(waiting).bio]).toEqual(['Old', 'New'])
    const open = reviewed(waiting, { changedAt: at, decision: 'approved' })
    expect(open && publicTexts(open).bio).toBe('New')
    const refused = reviewed(waiting, { changedAt: at, decision: 'refused' })
    expect(refused && [publicTexts(refused).bio, cardTexts(refused).bio]).toEqual(['Old', 'Old'])
  })

  it('that change again need a new review: a decision on the first ones does not count', () => {
    const again = changed(changed(teacher, { bio: 'New' }), { bio: 'Newer' }, later)
    expect(publicTexts(again).bio).toBe('Old')
    expect(reviewed(again, { changedAt: at, decision: 'approved' })).toBeNull()
  })

  it('wait no longer when the old ones are back, and not for other fields', () => {
    expect(changed(changed(teacher, { bio: 'New' }), { bio: 'Old' }, later).cardReview).toBeNull()
    expect(changed(teacher, { hourlyRate: 30 }).cardReview).toBeNull()
    expect(changed(changed(teacher, { bio: 'New' }), { hourlyRate: 30 }, later).cardReview?.at).toEqual(at)
  })

  it('wait while suspended, and come with the approval where there was none yet', () => {
    const suspended = { ...teacher, status: 'suspended' as const }
    expect(reviewAfter(suspended, { bio: 'New' }, at).cardReview).not.toBeNull()
    expect(reviewAfter({ ...teacher, status: 'pending' as const }, { bio: 'New' }, at).cardReview).toBeNull()
    expect(reviewAfter({ ...teacher, role: 'student' as const }, { bio: 'New' }, at).cardReview).toBeNull()
  })

  it('subjects wait like texts: the old ones count until the decision, their order says nothing', () => {
    const taught = {
      ...teacher,
      roleData: { ...teacher.roleData, teachingSubjects: ['mathematics', 'physics'] },
    }
    expect(changed(taught, { teachingSubjects: ['physics', 'mathematics'] }).cardReview).toBeNull()
    const waiting = changed(taught, { teachingSubjects: ['mathematics', 'philosophy'] })
    expect(publicSubjects(waiting)).toEqual(['mathematics', 'physics'])
    const open = reviewed(waiting, { changedAt: at, decision: 'approved' })
    expect(open && publicSubjects(open)).toEqual(['mathematics', 'philosophy'])
    const refused = reviewed(waiting, { changedAt: at, decision: 'refused' })
    expect(refused?.roleData).toMatchObject({ teachingSubjects: ['mathematics', 'physics'] })
  })
})

describe('the texts of a teacher who waits for the approval', () => {
  const pending = { ...teacher, status: 'pending' as const as 'pending' | 'approved' }
  const write = (before: typeof pending, bio: string, now: Date) => {
    const roleData = { ...before.roleData, bio }
    return { ...before, roleData, ...reviewAfter(before, roleData, now) }
  }

  it('are public with it as the administrator read them', () => {
    const approved = approvedTexts(write(pending, 'Read', at), at)
    expect(approved && [publicTexts(approved).bio, approved.cardReview, approved.textsAt]).toEqual([
      'Read',
      null,
      null,
    ])
    expect(approvedTexts(pending, at)).toBeNull()
  })

  it('are read by nobody when they changed after that, until their own decision', () => {
    const late = { ...write(write(pending, 'Read', at), 'Late', later), status: 'approved' as const }
    expect(publicTexts(late)).toMatchObject({ bio: '', teachingSubjects: [] })
    const approved = approvedTexts(late, at)
    expect(approved && [publicTexts(approved).bio, cardTexts(approved).bio]).toEqual(['', 'Late'])
    const accepted = approved && reviewed(approved, { changedAt: later, decision: 'approved' })
    expect(accepted && publicTexts(accepted).bio).toBe('Late')
  })

  it('wait also when they change between the approval and its event', () => {
    const approved = approvedTexts({ ...write(pending, 'Late', later), status: 'approved' as const }, at)
    if (!approved) throw new Error('not approved')
    const again = write(approved, 'Later', later)
    expect([publicTexts(again).bio, cardTexts(again).bio]).toEqual(['', 'Later'])
  })

  it('keep the time of their change when other fields change', () => {
    const written = write(pending, 'New', at)
    const roleData = { ...written.roleData, hourlyRate: 30 }
    expect(reviewAfter(written, roleData, later).textsAt).toEqual(at)
  })
})
