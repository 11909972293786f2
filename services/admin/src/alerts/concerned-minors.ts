import type { LessonStore } from '../analytics/lesson-store.ts'
import type { GuardianshipStore } from '../care/guardianship-store.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import type { Alert } from './alert.ts'

export type MinorDeps = {
  connectionQueries: Pick<ConnectionQueries, 'byIds' | 'ofLearners'>
  lessons: Pick<LessonStore, 'byIds'>
  guardianships: Pick<GuardianshipStore, 'guardiansOf'>
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
export async function concernedMinors(
  { connectionQueries, lessons, guardianships }: MinorDeps,
  named: Named,
) {
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
  const ids = learnerIds.filter((id) => typeof id === 'string')
  const guardianIds = [...rows.flatMap((row) => row.guardianIds), ...(await guardianships.guardiansOf(ids))]
  return {
    minor: rows.length > 0,
    guardianIds: [...new Set(guardianIds)],
    /** The named ones, by child or account; among them may be people who are not learners. */
    learnerIds: ids,
    /** The learners of the concerned connections, by account and by child. */
    minorIds: [
      ...new Set(rows.flatMap(({ studentId, childId }) => [studentId, ...(childId ? [childId] : [])])),
    ],
    teacherIds: [...new Set(all.map(({ teacherId }) => teacherId))],
    connectionId: connectionId ?? lesson?.connectionId ?? null,
  }
}
