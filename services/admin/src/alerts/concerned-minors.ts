import type { LessonStore } from '../analytics/lesson-store.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import type { Alert } from './alert.ts'

export type MinorDeps = {
  connectionQueries: Pick<ConnectionQueries, 'byIds' | 'ofLearners'>
  lessons: Pick<LessonStore, 'byIds'>
}
type Named = Partial<Pick<Alert, 'connectionId' | 'sessionId' | 'childId' | 'aboutUserId' | 'by'>>

/** No document has this id: it keeps the number of queries constant for a report that names nobody. */
const nobody = ''

export type ConcernedMinors = Awaited<ReturnType<typeof concernedMinors>>

/**
 * Finds the minors whom an alert concerns, with their guardians, teachers and connection: the child or account that the
 * alert names, the learner of its lesson or connection, or the reporter. Existing and made-up ids cause the same queries,
 * so that the response time does not reveal which ids exist.
 */
export async function concernedMinors({ connectionQueries, lessons }: MinorDeps, named: Named) {
  const { connectionId, sessionId, childId, aboutUserId, by } = named
  const lesson = (await lessons.byIds([sessionId ?? nobody])).get(sessionId ?? nobody)
  const [own, ofLearners] = await Promise.all([
    connectionQueries.byIds([connectionId ?? lesson?.connectionId ?? nobody]),
    connectionQueries.ofLearners([childId ?? nobody, aboutUserId ?? nobody, by ?? nobody]),
  ])
  const all = [...own.values(), ...ofLearners]
  const rows = all.filter(({ minor }) => minor)
  const learnerIds = [
    childId,
    aboutUserId,
    by,
    ...[...own.values()].flatMap((row) => [row.studentId, row.childId]),
  ]
  return {
    minor: rows.length > 0,
    guardianIds: [...new Set(rows.flatMap((row) => row.guardianIds))],
    /** By child or account; among them may be people who are not learners. */
    learnerIds: learnerIds.filter((id) => typeof id === 'string'),
    teacherIds: [...new Set(all.map(({ teacherId }) => teacherId))],
    connectionId: connectionId ?? lesson?.connectionId ?? null,
  }
}
