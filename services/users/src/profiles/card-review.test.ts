import { describe, expect, it } from '@jest/globals'
import {
  approvedCard,
  type CardReview,
  newestCard,
  photosOf,
  publicCard,
  publicSubjects,
  reviewAfter,
  reviewed,
  withoutPhoto,
} from './card-review.ts'

const at = new Date('2026-11-21T08:00:00Z')
const later = new Date('2026-11-22T08:00:00Z')
const teacher = {
  role: 'teacher' as const,
  status: 'approved' as const,
  roleData: { bio: 'Old', levels: ['secondary'] } as Record<string, unknown>,
  photo: null as string | null,
  slug: '',
  cardReview: null as CardReview | null,
  cardAt: null as Date | null,
}
const changed = (before: typeof teacher, roleData: Record<string, unknown>, now = at) => ({
  ...before,
  roleData: { ...before.roleData, ...roleData },
  ...reviewAfter(before, { ...before, roleData: { ...before.roleData, ...roleData } }, now),
})

const written = (before: { photo: string | null; slug: string }) => ({ ...before, roleData: { bio: 'New' } })

describe('the card of an approved teacher', () => {
  it('stay the old ones for everyone until an administrator approves the new ones', () => {
    const waiting = changed(teacher, { bio: 'New' })
    expect([publicCard(waiting).bio, newestCard(waiting).bio]).toEqual(['Old', 'New'])
    const open = reviewed(waiting, { changedAt: at, decision: 'approved' })
    expect(open && publicCard(open).bio).toBe('New')
    const refused = reviewed(waiting, { changedAt: at, decision: 'refused' })
    expect(refused && [publicCard(refused).bio, newestCard(refused).bio]).toEqual(['Old', 'Old'])
  })

  it('that change again need a new review: a decision on the first ones does not count', () => {
    const again = changed(changed(teacher, { bio: 'New' }), { bio: 'Newer' }, later)
    expect(publicCard(again).bio).toBe('Old')
    expect(reviewed(again, { changedAt: at, decision: 'approved' })).toBeNull()
  })

  it('wait no longer when the old ones are back, and not for other fields', () => {
    expect(changed(changed(teacher, { bio: 'New' }), { bio: 'Old' }, later).cardReview).toBeNull()
    expect(changed(teacher, { levels: ['primary'] }).cardReview).toBeNull()
    expect(changed(changed(teacher, { bio: 'New' }), { levels: ['primary'] }, later).cardReview?.at).toEqual(
      at,
    )
  })

  it('wait while suspended, and come with the approval where there was none yet', () => {
    const suspended = { ...teacher, status: 'suspended' as const }
    expect(reviewAfter(suspended, written(suspended), at).cardReview).not.toBeNull()
    for (const other of [
      { ...teacher, status: 'pending' as const },
      { ...teacher, role: 'student' as const },
    ])
      expect(reviewAfter(other, written(other), at).cardReview).toBeNull()
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

  it('rate, languages, photo and address wait with the texts and come back with them', () => {
    const before = {
      ...teacher,
      ...{ photo: 'old', slug: 'amal', roleData: { hourlyRate: 20, languages: ['fr', 'ar'] } },
    }
    const after = { photo: 'new', slug: 'snap', roleData: { hourlyRate: 55, languages: ['en'] } }
    const waiting = { ...before, ...after, ...reviewAfter(before, after, at) }
    expect(publicCard(waiting)).toEqual(newestCard(before))
    expect([...photosOf(waiting)].toSorted()).toEqual(['new', 'old'])
    const open = reviewed(waiting, { changedAt: at, decision: 'approved' })
    expect(open && publicCard(open)).toEqual(newestCard(after))
    const refused = reviewed(waiting, { changedAt: at, decision: 'refused' })
    expect(refused && [publicCard(refused), [...photosOf(refused)]]).toEqual([newestCard(before), ['old']])
    const turned = { ...before, roleData: { ...before.roleData, languages: ['ar', 'fr'] } }
    expect(reviewAfter(before, turned, at).cardReview).toBeNull()
  })

  it('a photo is removed at once, the public one and the one that waits, and nothing else is decided by it', () => {
    const before = { ...teacher, photo: 'old' }
    const texts = { ...before, roleData: { bio: 'New' } }
    const waiting = { ...texts, photo: 'new', ...reviewAfter(before, { ...texts, photo: 'new' }, at) }
    const photos = (card: typeof teacher | null) => card && [publicCard(card).photo, card.photo]
    expect(photos(withoutPhoto(waiting, later))).toEqual([null, null])
    expect(photos(withoutPhoto(waiting, later, 'new'))).toEqual(['old', 'old'])
    expect(photos(withoutPhoto(waiting, later, 'old'))).toEqual([null, 'new'])
    expect(withoutPhoto(waiting, later, 'earlier')).toBeNull()
    expect(withoutPhoto(teacher, later)).toBeNull()
    const left = withoutPhoto(waiting, later)
    expect(left && [publicCard(left).bio, newestCard(left).bio]).toEqual(['Old', 'New'])
  })

  it('an address made of the name is public at once, also while something else waits', () => {
    const waiting = changed(teacher, { bio: 'New' })
    const after = { ...waiting, slug: 'amal-ben-salah' }
    const named = { ...after, ...reviewAfter(waiting, after, later, { slug: 'amal-ben-salah' }) }
    expect([publicCard(named).slug, publicCard(named).bio]).toEqual(['amal-ben-salah', 'Old'])
  })
})

describe('the card of a teacher who waits for the approval', () => {
  const pending = { ...teacher, status: 'pending' as const as 'pending' | 'approved' }
  const write = (before: typeof pending, bio: string, now: Date) => {
    const roleData = { ...before.roleData, bio }
    return { ...before, roleData, ...reviewAfter(before, { ...before, roleData }, now) }
  }

  it('are public with it as the administrator read them', () => {
    const approved = approvedCard(write(pending, 'Read', at), at)
    expect(approved && [publicCard(approved).bio, approved.cardReview, approved.cardAt]).toEqual([
      'Read',
      null,
      null,
    ])
    expect(approvedCard(pending, at)).toBeNull()
  })

  it('are read by nobody when they changed after that, until their own decision', () => {
    const late = { ...write(write(pending, 'Read', at), 'Late', later), status: 'approved' as const }
    expect(publicCard(late)).toMatchObject({ bio: '', teachingSubjects: [] })
    const approved = approvedCard(late, at)
    expect(approved && [publicCard(approved).bio, newestCard(approved).bio]).toEqual(['', 'Late'])
    const accepted = approved && reviewed(approved, { changedAt: later, decision: 'approved' })
    expect(accepted && publicCard(accepted).bio).toBe('Late')
  })

  it('wait also when they change between the approval and its event', () => {
    const approved = approvedCard({ ...write(pending, 'Late', later), status: 'approved' as const }, at)
    if (!approved) throw new Error('not approved')
    const again = write(approved, 'Later', later)
    expect([publicCard(again).bio, newestCard(again).bio]).toEqual(['', 'Later'])
  })

  it('keep the time of their change when other fields change', () => {
    const written = write(pending, 'New', at)
    const roleData = { ...written.roleData, levels: ['primary'] }
    expect(reviewAfter(written, { ...written, roleData }, later).cardAt).toEqual(at)
  })
})
