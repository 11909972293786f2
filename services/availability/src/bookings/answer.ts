import { problem } from '@darsi/kit/http/problem.ts'
import { type Lesson, refuse } from '../lessons/lesson.ts'
import { learnerOf, refusePaused } from '../parties/party.ts'
import { type Answer, answerOf } from './booking.ts'
import { type BookingParts, carryOut } from './carry-out.ts'
import { refusalProblem, wishRefusal } from './wish.ts'

/**
 * A guardian's answer, for all lessons that were proposed together.
 * @param answer.version of the lesson that the guardian read: it may have been moved since
 * @throws problems of the contract
 */
export async function answerProposal(
  parts: BookingParts,
  lesson: Lesson,
  { agreed, parentPresent, by, version }: Omit<Answer, 'token'> & { version?: number | undefined },
): Promise<void> {
  const { lessonQueries, partyQueries, now } = parts
  const connection = await partyQueries.connection(lesson.connectionId)
  if (!connection?.guardianIds.includes(by)) throw problem('not-found')
  refuse('answer', lesson, now())
  const { token, revision } = lesson
  if (version !== undefined && version !== revision)
    throw problem('stale-version', { extra: { version: revision } })
  if (agreed) {
    refusePaused(connection)
    const learner = learnerOf(connection)
    for (const each of await lessonQueries.proposed(token)) {
      const refusal = wishRefusal({ ...each, parentPresent }, learner)
      if (refusal) throw refusalProblem(refusal)
    }
  }
  if (!(await recordAnswer(parts, { token, agreed, parentPresent, by }))) throw problem('session-state')
  const after = await lessonQueries.find(lesson._id)
  // cancelled at the same moment, by a party or because its connection ended
  if (agreed && after?.status !== 'upcoming') throw problem('session-state')
}

/** Frees the hours of proposals that no guardian answered in time. Several processes may run it at once. */
export async function refuseUnanswered(parts: BookingParts): Promise<void> {
  const overdue = await parts.lessonQueries.unanswered(parts.now())
  for (const token of new Set(overdue.map((lesson) => lesson.token)))
    await recordAnswer(parts, { token, agreed: false, parentPresent: false, by: '' })
}

/** @returns false when it was answered already */
async function recordAnswer(parts: BookingParts, answer: Answer): Promise<boolean> {
  const proposing = await parts.bookings.find(answer.token)
  // the process that proposed may have stopped before it wrote every lesson of the series
  if (proposing?.openAt) await carryOut(parts, proposing)
  const booking = answerOf(answer, parts.now())
  const isFirst = await parts.bookings.commit(booking)
  if (isFirst) await carryOut(parts, booking)
  return isFirst
}
