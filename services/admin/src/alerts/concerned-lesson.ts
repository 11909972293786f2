import type { Concerned } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { LessonStore } from '../analytics/lesson-store.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import { type ConnectionRow, isPaused, mayDecide, pauseOf } from '../connections/connection-row.ts'
import type { UserRow } from '../people/user-row.ts'
import type { UserStore } from '../users/user-store.ts'
import type { Alert } from './alert.ts'
import { connectionsConcerned, pausablePairs } from './concerned-connections.ts'
import { isPausedByStep } from './steps.ts'

export type LessonDeps = {
  users: Pick<UserStore, 'names' | 'byIds'>
  connectionQueries: Pick<ConnectionQueries, 'byIds' | 'ofFamilies'>
  lessons: Pick<LessonStore, 'byIds'>
}
type Found = Pick<
  Alert,
  'connectionId' | 'sessionId' | 'childId' | 'aboutUserId' | 'by' | 'guardianIds' | 'steps'
>

/** product.md §7: only a safety alert shows administrators a child's data: the learner, the teacher and the lesson. */
export async function lessonsConcerned(
  { users, connectionQueries, lessons }: LessonDeps,
  alerts: readonly Found[],
) {
  const lessonOf = await lessons.byIds(alerts.flatMap(({ sessionId }) => sessionId ?? []))
  const connectionIdOf = ({ connectionId, sessionId }: Found) =>
    connectionId ?? (sessionId ? lessonOf.get(sessionId)?.connectionId : undefined)
  const rowOf = await connectionQueries.byIds(alerts.flatMap((alert) => connectionIdOf(alert) ?? []))
  const namedBy = (alert: Found) => rowOf.get(connectionIdOf(alert) ?? '')
  const learnersOf = (alert: Found): string[] => {
    const { studentId, childId } = namedBy(alert) ?? {}
    return [studentId, childId, alert.childId, alert.aboutUserId, alert.by].filter(
      (id) => typeof id === 'string',
    )
  }
  const around = await connectionQueries.ofFamilies(alerts.flatMap(learnersOf))
  const concernedBy = (alert: Found) => connectionsConcerned(alert, namedBy(alert), around)
  const peopleOf = (alert: Found): string[] => {
    const rows = concernedBy(alert)
    const guardianIds = [alert.guardianIds, ...rows.map((row) => row.guardianIds)].flat()
    const named = [alert.by, alert.aboutUserId].filter((id) => id !== null)
    return [...new Set([...named, ...guardianIds, ...rows.map(({ teacherId }) => teacherId)])]
  }
  const rows = [...rowOf.values(), ...around]
  const accounts = await users.names(rows.map(({ studentId }) => studentId))
  const people = await users.byIds([...new Set(alerts.flatMap(peopleOf))])
  const learnerOf = (row: ConnectionRow | undefined): Concerned['learner'] => {
    if (!row?.studentName) return null
    return { name: row.studentName, accountId: accounts.has(row.studentId) ? row.studentId : null }
  }

  return (alert: Found): Concerned => {
    const lesson = alert.sessionId ? lessonOf.get(alert.sessionId) : undefined
    const row = namedBy(alert)
    // a parent may report about a child without naming a lesson or a teacher
    const child = around.find(
      ({ studentId, childId }) => alert.childId && [studentId, childId].includes(alert.childId),
    )
    const ids = peopleOf(alert)
    return {
      learner: learnerOf(row ?? child),
      teacher: row?.teacherName ? { id: row.teacherId, name: row.teacherName } : null,
      subject: row?.subject ?? lesson?.subject ?? null,
      lessonAt: lesson?.startsAt.toISOString() ?? null,
      paused: around
        .filter(
          (each) =>
            isPaused(each) && learnersOf(alert).some((id) => id === each.studentId || id === each.childId),
        )
        .map((paused) => ({
          connectionId: paused._id,
          teacher: paused.teacherName,
          subject: paused.subject,
          mayReopen: mayDecide(paused, 'reopened'),
          ...pauseOf(paused),
        })),
      pausable: pausablePairs(concernedBy(alert))
        .filter(({ _id, review }) => !isPausedByStep(alert, _id, review?.stoppedAt ?? null))
        .map(({ _id, teacherName, studentName }) => ({
          connectionId: _id,
          teacher: teacherName,
          learner: studentName,
        })),
      people: people.filter(({ _id }) => ids.includes(_id)).flatMap((person) => recipient(person, alert)),
    }
  }
}

const parts = { parent: 'guardian', teacher: 'teacher', student: 'learner' } as const

/** A learner is written to only as the reporter: else the guardians answer for the learner. */
function recipient({ _id: id, fullName: name, role, language }: UserRow, { by }: Found): Concerned['people'] {
  const isReporter = id === by
  const part = role === 'parent' || role === 'teacher' || role === 'student' ? parts[role] : null
  if (!part || (part === 'learner' && !isReporter)) return []
  return [{ id, name, part, isReporter, language }]
}
