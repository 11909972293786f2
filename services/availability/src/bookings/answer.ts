import { problem } from '@darsi/kit/http/problem.ts'
import { type Lesson, refuse } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import { refusalProblem, wishRefusal } from '../lessons/wish.ts'
import { learnerOf, refusePaused } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { Answer } from './booking.ts'
import type { Bookings } from './commit.ts'

type Parts = { bookings: Bookings; lessons: LessonQueries; now: () => Date }

/**
 * A guardian's answer, for all lessons that were proposed together.
 * @param answer.version of the lesson that the guardian read: it may have been moved since
 * @throws problems of the contract
 */
export async function answerProposal(
  parts: Parts & { parties: PartyQueries },
  lesson: Lesson,
  { agreed, parentPresent, by, version }: Omit<Answer, 'token'> & { version?: number | undefined },
): Promise<void> {
  const { bookings, lessons, parties, now } = parts
  const connection = await parties.connection(lesson.connectionId)
  if (!connection?.guardianIds.includes(by)) throw problem('not-found')
  refuse('answer', lesson, now())
  const { token, revision } = lesson
  if (version !== undefined && version !== revision)
    throw problem('stale-version', { extra: { version: revision } })
  if (agreed) {
    refusePaused(connection)
    const learner = learnerOf(connection)
    for (const each of await lessons.proposed(token)) {
      const refusal = wishRefusal({ ...each, parentPresent }, learner)
      if (refusal) throw refusalProblem(refusal)
    }
  }
  if (!(await bookings.answer({ token, agreed, parentPresent, by }))) throw problem('session-state')
  const after = await lessons.find(lesson._id)
  // cancelled at the same moment, by a party or because its connection ended
  if (agreed && after?.status !== 'upcoming') throw problem('session-state')
}

/** Frees the hours of proposals that no guardian answered in time. Several processes may run it at once. */
export async function refuseUnanswered({ bookings, lessons, now }: Parts): Promise<void> {
  const overdue = await lessons.unanswered(now())
  for (const token of new Set(overdue.map((lesson) => lesson.token)))
    await bookings.answer({ token, agreed: false, parentPresent: false, by: '' })
}
