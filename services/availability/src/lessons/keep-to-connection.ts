import { type ConnectionRow, learnerOf } from '../parties/party.ts'
import { hold, type Lesson, resume } from './lesson.ts'
import type { LessonQueries } from './lesson-queries.ts'
import type { LessonStore } from './lesson-store.ts'
import { isSeatOf } from './seat-rule.ts'
import { isVenueAgreed } from './venue.ts'
import { ageRefusal } from './wish.ts'

type Parts = { lessons: LessonStore & LessonQueries }
type Loss = Parameters<LessonStore['fallAway']>[1]

/** Cancels, holds or resumes lessons until they fit the connection as it is now. May run any number of times. */
export async function keepToConnection(parts: Parts, connection: ConnectionRow): Promise<void> {
  const { lessons } = parts
  const { _id: connectionId, status, guardianIds, videoWithdrawn } = connection
  if (status === 'suspended') {
    for (const lesson of await lessons.planned(connectionId, null)) await lessons.update(lesson, hold)
  } else if (status === 'approved') {
    for (const lesson of await lessons.planned(connectionId, { $type: 'date' }))
      await lessons.update(lesson, resume)
  } else return cancelAhead(parts, { connectionId }, { cause: 'connection-ended' })
  // without a guardian there is nobody to answer
  if (guardianIds.length === 0)
    await cancelAhead(parts, { connectionId, status: 'proposed' }, { cause: 'not-confirmed' })
  if (videoWithdrawn)
    await cancelAhead(parts, { connectionId, type: 'online' }, { cause: 'consent-withdrawn' })
  const isForbidden = (lesson: Lesson) =>
    ageRefusal(asAgreed(lesson), learnerOf(connection)) !== null || !isVenueAgreed(lesson, connection)
  const ahead = await lessons.ahead({ connectionId })
  await lessons.fallAway(
    ahead.filter((lesson) => !isSeatOf(lesson, connection)),
    { cause: 'group-level' },
  )
  await lessons.fallAway(ahead.filter(isForbidden), { cause: 'age-rule' })
}

/** The answer to a proposal says whether a parent is present, so its lesson may still become one with a parent. */
const asAgreed = (lesson: Lesson): Lesson =>
  lesson.status === 'proposed' ? { ...lesson, parentPresent: true } : lesson

/** For a teacher or learner. The lessons of a child stay when a guardian's account is closed. */
export function cancelOfAccount(parts: Parts, userId: string, loss: Loss): Promise<void> {
  return cancelAhead(parts, { $or: [{ teacherId: userId }, { studentId: userId }] }, loss)
}

type Of = Parameters<LessonQueries['ahead']>[0]

/** One mail per connection, which names all its cancelled lessons. */
async function cancelAhead({ lessons }: Parts, of: Of, loss: Loss): Promise<void> {
  const byConnection = Map.groupBy(await lessons.ahead(of), ({ connectionId }) => connectionId)
  for (const group of byConnection.values()) await lessons.fallAway(group, loss)
}
