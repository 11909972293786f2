import { describe, expect, it } from '@jest/globals'
import { publicReview, type Review } from './review.ts'

const review: Review = {
  _id: 'r1',
  sessionId: 'l1',
  connectionId: 'c1',
  teacherId: 't1',
  studentId: 's1',
  childId: null,
  term: '2026-1',
  rating: 5,
  comment: 'Clear',
  by: 's1',
  at: new Date('2026-11-30T23:30:00Z'),
  answer: 'Thank you',
  answeredAt: null,
}
const adult = { minor: false }
const minor = { minor: true }

describe('a public review', () => {
  it('names an adult by the first name, and the month in Tunis', () => {
    expect(publicReview(review, adult, { fullName: 'Nour Gharbi' })).toEqual({
      id: 'r1',
      rating: 5,
      comment: 'Clear',
      answer: 'Thank you',
      month: '2026-12',
      reviewer: 'Nour',
    })
  })

  it('does not name a minor, or anybody of unknown age', () => {
    expect(publicReview(review, minor, { fullName: 'Nour Gharbi' }).reviewer).toBeNull()
    expect(publicReview(review, undefined, { fullName: 'Nour Gharbi' }).reviewer).toBeNull()
  })

  it('names the parent who wrote it, not the child', () => {
    const byParent = { ...review, studentId: null, childId: 'k1', by: 'p1' }
    expect(publicReview(byParent, minor, { fullName: 'Amina Gharbi' }).reviewer).toBe('Amina')
  })

  it('does not name an erased person', () => {
    const erased = { ...review, by: '', studentId: null }
    expect(publicReview(erased, adult, undefined).reviewer).toBeNull()
    expect(publicReview(review, adult, { erasedAt: new Date() }).reviewer).toBeNull()
  })
})
