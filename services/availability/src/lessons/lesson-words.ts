import { noReaders, type Readers } from '@darsi/kit/http/text-gate.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { LessonQueries } from './lesson-queries.ts'

type Parts = { lessons: LessonQueries; parties: PartyQueries }
type Request = { identity: Identity; params: { id: string } }

/** Who reads what this party writes about the lesson; see `parties.readersOf`. */
export const lessonWords = ({ lessons, parties }: Parts) => ({
  readers: async ({ identity: { userId }, params: { id } }: Request): Promise<Readers> => {
    const lesson = await lessons.find(id)
    return lesson?.partyIds.includes(userId) ? parties.readersOf(lesson.connectionId, userId) : noReaders
  },
})
