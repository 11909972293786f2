import { type ConnectionRow, isPaused, statusOf } from '../connections/connection-row.ts'
import type { Alert } from './alert.ts'

type Named = Pick<Alert, 'childId' | 'aboutUserId' | 'by'>

/**
 * The connections that an alert concerns: those of the same two people as the connection it names; else those of the
 * learner, or of the guardian's children. Where a teacher reports or is reported, only those of that teacher.
 * @param around every connection in which one of the people of the alert takes part as learner or guardian
 */
export function connectionsConcerned(
  { childId, aboutUserId, by }: Named,
  named: ConnectionRow | undefined,
  around: readonly ConnectionRow[],
): ConnectionRow[] {
  if (named) return [named, ...around.filter((row) => row._id !== named._id && pairOf(row) === pairOf(named))]
  const ids = [childId, aboutUserId, by].filter((id) => id !== null)
  const ofLearner = around.filter((row) => ids.some((id) => id === row.studentId || id === row.childId))
  const own =
    ofLearner.length > 0 || childId
      ? ofLearner
      : around.filter((row) => ids.some((id) => row.guardianIds.includes(id)))
  const ofTeacher = own.filter(({ teacherId }) => ids.includes(teacherId))
  return ofTeacher.length > 0 ? ofTeacher : own
}

/** One open connection of each pair, unless the pair is paused already. Pausing it pauses all of the pair's. */
export function pausablePairs(rows: readonly ConnectionRow[]): ConnectionRow[] {
  const paused = new Set(rows.filter(isPaused).map(pairOf))
  const open = rows.filter((row) => mayPause(row) && !paused.has(pairOf(row)))
  return [...new Map(open.map((row) => [pairOf(row), row])).values()]
}

export const mayPause = (row: ConnectionRow): boolean =>
  row.minor && ['pending', 'approved'].includes(statusOf(row)) && !isPaused(row)

/** The teacher and the learner, whatever the subject. */
const pairOf = ({ teacherId, studentId }: ConnectionRow): string => `${teacherId} ${studentId}`
