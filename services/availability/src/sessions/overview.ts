import type { Identity } from '@darsi/kit/identity.ts'
import { shownFrom } from './reviews.ts'
import type { Sessions } from './sessions.ts'
import { streakOf } from './term.ts'

const soonMs = 24 * 3600 * 1000

/** The figures of a dashboard, all from lessons and reviews. */
export async function overviewOf(
  { lessons, reviews, now }: Pick<Sessions, 'lessons' | 'reviews' | 'now'>,
  { userId, role }: Identity,
) {
  const at = now()
  const mine = { partyIds: userId }
  const [total, cancelled, upcoming, reportsDue, held, next, ratings] = await Promise.all([
    lessons.count(mine),
    lessons.count({ ...mine, status: 'cancelled' }),
    lessons.count({ ...mine, status: 'upcoming', endsAt: { $gt: at } }),
    lessons.count({ ...mine, reportDueAt: { $lte: new Date(at.getTime() + soonMs) } }),
    lessons.all(userId, 'completed'),
    lessons.next(userId, 3),
    reviews.ratings(userId, role === 'teacher'),
  ])
  const minutes = held.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
  const startsAt = held.map((lesson) => lesson.startsAt)
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
  return {
    total,
    completed: held.length,
    upcoming,
    cancelled,
    hours: Math.round((minutes / 60) * 10) / 10,
    streakWeeks: streakOf(startsAt, at),
    rating: ratings.length < shownFrom ? null : Math.round(mean * 10) / 10,
    reviewCount: ratings.length,
    next,
    reportsDue,
  }
}
