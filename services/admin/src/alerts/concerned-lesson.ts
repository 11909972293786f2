import type { Concerned } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { LessonStore } from '../analytics/lesson-store.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import { type ConnectionRow, mayDecide, pauseOf } from '../connections/connection-row.ts'
import type { UserStore } from '../users/user-store.ts'
import type { Alert } from './alert.ts'

export type LessonDeps = {
  users: Pick<UserStore, 'names'>
  connectionQueries: Pick<ConnectionQueries, 'byIds' | 'ofLearners' | 'pausedOf'>
  lessons: Pick<LessonStore, 'byIds'>
}
type Found = Pick<Alert, 'connectionId' | 'sessionId' | 'childId' | 'aboutUserId' | 'by'>

/** product.md §7: only a safety alert shows administrators a child's data: the learner, the teacher and the lesson. */
export async function lessonsConcerned(
  { users, connectionQueries, lessons }: LessonDeps,
  alerts: readonly Found[],
) {
  const lessonOf = await lessons.byIds(alerts.flatMap(({ sessionId }) => sessionId ?? []))
  const connectionIdOf = ({ connectionId, sessionId }: Found) =>
    connectionId ?? (sessionId ? lessonOf.get(sessionId)?.connectionId : undefined)
  const rowOf = await connectionQueries.byIds(alerts.flatMap((alert) => connectionIdOf(alert) ?? []))
  // a parent may report about a child without naming a lesson or a teacher
  const alone = alerts.flatMap((alert) => (connectionIdOf(alert) ? [] : (alert.childId ?? [])))
  const ofChildren = alone.length === 0 ? [] : await connectionQueries.ofLearners(alone)
  const learnersOf = (alert: Found): string[] => {
    const { studentId, childId } = rowOf.get(connectionIdOf(alert) ?? '') ?? {}
    return [studentId, childId, alert.childId, alert.aboutUserId, alert.by].filter(
      (id) => typeof id === 'string',
    )
  }
  const paused = await connectionQueries.pausedOf(alerts.flatMap(learnersOf))
  const accounts = await users.names([...rowOf.values(), ...ofChildren].map(({ studentId }) => studentId))
  const learnerOf = (row: ConnectionRow | undefined): Concerned['learner'] => {
    if (!row?.studentName) return null
    return { name: row.studentName, accountId: accounts.has(row.studentId) ? row.studentId : null }
  }

  return (alert: Found): Concerned => {
    const lesson = alert.sessionId ? lessonOf.get(alert.sessionId) : undefined
    const row = rowOf.get(connectionIdOf(alert) ?? '')
    const child = ofChildren.find(({ studentId, childId }) => [studentId, childId].includes(alert.childId))
    return {
      learner: learnerOf(row ?? child),
      teacher: row?.teacherName ? { id: row.teacherId, name: row.teacherName } : null,
      subject: row?.subject ?? lesson?.subject ?? null,
      lessonAt: lesson?.startsAt.toISOString() ?? null,
      paused: paused
        .filter(({ studentId, childId = null }) =>
          learnersOf(alert).some((id) => id === studentId || id === childId),
        )
        .map((pausedRow) => ({
          connectionId: pausedRow._id,
          teacher: pausedRow.teacherName,
          subject: pausedRow.subject,
          mayReopen: mayDecide(pausedRow, 'reopened'),
          ...pauseOf(pausedRow),
        })),
    }
  }
}
