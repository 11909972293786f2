import { addDays, dayMs, mondayOfDate, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { fewestRatings } from '@darsi/contracts/rules/fewest.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { ReviewQueries } from '../reviews/review-queries.ts'

const soonMs = dayMs

type OverviewParts = {
  lessons: LessonQueries
  reviews: ReviewQueries
  parties: Pick<PartyQueries, 'silentOf'>
  now: () => Date
}

/** The figures of a dashboard, counted from lessons and reviews. */
export async function overviewOf(
  { lessons, reviews, parties, now }: OverviewParts,
  { userId, role }: Identity,
) {
  const at = now()
  const own = { partyIds: userId }
  const silent = await parties.silentOf(userId)
  const soon = new Date(at.getTime() + soonMs)
  const [total, cancelled, upcoming, reportsDue, completed, next, ratings] = await Promise.all([
    lessons.count(own),
    lessons.count({ ...own, status: 'cancelled' }),
    lessons.count({ ...own, status: 'upcoming', endsAt: { $gt: at } }),
    lessons.count({ ...own, reportDueAt: { $lte: soon }, connectionId: { $nin: silent } }),
    lessons.completedOf(userId),
    lessons.nextOf(userId, 3),
    reviews.ratings(userId, role === 'teacher'),
  ])
  const minutes = completed.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
  return {
    ...{ total, upcoming, cancelled, next, reportsDue },
    completed: completed.length,
    hours: toTenth(minutes / 60),
    streakWeeks: streakOf(
      completed.map(({ startsAt }) => startsAt),
      at,
    ),
    rating: ratings.length < fewestRatings ? null : toTenth(mean),
    reviewCount: ratings.length,
  }
}

const toTenth = (value: number): number => Math.round(value * 10) / 10

/** Weeks in a row with a lesson, back from this one. The current week counts only once it has one. */
export function streakOf(lessons: readonly Date[], now: Date): number {
  const weeks = new Set(lessons.map((at) => mondayOfDate(tunisDay(at))))
  let monday = mondayOfDate(tunisDay(now))
  if (!weeks.has(monday)) monday = addDays(monday, -7)
  let streak = 0
  for (; weeks.has(monday); monday = addDays(monday, -7)) streak++
  return streak
}
