import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { LessonQueries } from './lesson-queries.ts'

type Parts = { lessons: LessonQueries; parties: PartyQueries }
type Request = { identity: Identity; params: { id: string } }

/** Whether a minor reads what this party writes about the lesson; see `parties.reachesMinor`. */
export async function lessonReachesMinor(
  { lessons, parties }: Parts,
  { identity: { userId }, params: { id } }: Request,
): Promise<boolean> {
  const lesson = await lessons.find(id)
  if (!lesson?.partyIds.includes(userId)) return false
  return parties.reachesMinor(lesson.connectionId, userId)
}
