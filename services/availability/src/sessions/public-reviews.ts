import { firstNameOf } from '@darsi/contracts/first-name.ts'
import type { PublicReview } from '@darsi/contracts/sessions-api.ts'
import { tunisDay } from '@darsi/contracts/tunis-time.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { ConnectionRow, PersonRow } from './parties.ts'
import { type Review, shownFrom } from './reviews.ts'
import type { Sessions } from './sessions.ts'

type Asked = { teacherId: string; callerId: string; limit: number; cursor?: string | undefined }

/**
 * A page of what others say of a teacher.
 * @throws problem 404 for whom the caller may not know
 */
export async function publicReviews(
  { parties, reviews }: Pick<Sessions, 'parties' | 'reviews'>,
  asked: Asked,
) {
  const { teacherId, callerId, limit, cursor } = asked
  if (!(await parties.isKnownTo(teacherId, callerId))) throw problem('not-found')
  const total = await reviews.count(teacherId)
  if (total < shownFrom) return { data: [], nextCursor: null, total: 0 }
  const rows = await reviews.page(teacherId, { limit: limit + 1, after: cursor })
  const shown = rows.slice(0, limit)
  const [connections, people] = await Promise.all([
    parties.connectionsOf(shown.map(({ connectionId }) => connectionId)),
    parties.peopleOf(shown.map(({ by }) => by)),
  ])
  const data = shown.map((review) =>
    publicReview(review, connections.get(review.connectionId), people.get(review.by)),
  )
  return { data, nextCursor: rows.length > limit ? (shown.at(-1)?._id ?? null) : null, total }
}

/** No name of a minor, nor of who is gone; no day, which would tell whose lesson it was. */
export function publicReview(
  { _id: id, rating, comment, answer, at, by, studentId }: Review,
  connection: Pick<ConnectionRow, 'minor'> | undefined,
  person: Pick<PersonRow, 'fullName' | 'erasedAt'> | undefined,
): PublicReview {
  const isMinor = by === studentId && connection?.minor !== false
  const name = isMinor || person?.erasedAt ? '' : firstNameOf(person?.fullName ?? '')
  return {
    id,
    rating,
    comment,
    answer,
    month: tunisDay(at).slice(0, 7),
    reviewer: name === '' ? null : name,
  }
}
