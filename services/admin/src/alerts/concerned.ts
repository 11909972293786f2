import type { Concerned } from '@darsi/contracts/safety-api.ts'
import type { LessonStore } from '../analytics/lesson-store.ts'
import type { ConnectionRow } from '../connections/connection-row.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { UserStore } from '../user-store.ts'
import type { Alert } from './alert.ts'

export type ConcernedDeps = {
  users: Pick<UserStore, 'names'>
  connections: Pick<ConnectionStore, 'byIds' | 'ofLearners'>
  lessons: Pick<LessonStore, 'byIds'>
}
type Found = Pick<Alert, 'connectionId' | 'sessionId' | 'childId'>

/** product.md §7: administrators see a child's data within a safety alert only; so here they see whose it is. */
export async function concernedBy({ users, connections, lessons }: ConcernedDeps, alerts: readonly Found[]) {
  const lessonOf = await lessons.byIds(alerts.flatMap(({ sessionId }) => sessionId ?? []))
  const connectionIdOf = ({ connectionId, sessionId }: Found) =>
    connectionId ?? (sessionId ? lessonOf.get(sessionId)?.connectionId : undefined)
  const rowOf = await connections.byIds(alerts.flatMap((alert) => connectionIdOf(alert) ?? []))
  // a parent may tell of a child without saying which lesson or teacher it is about
  const alone = alerts.flatMap((alert) => (connectionIdOf(alert) ? [] : (alert.childId ?? [])))
  const ofChildren = alone.length === 0 ? [] : await connections.ofLearners(alone)
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
    }
  }
}
