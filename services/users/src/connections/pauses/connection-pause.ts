import type { PausedFor } from '@darsi/contracts/calls/users/connections-api.ts'
import { type Connection, close, isAgreed, isOpen, type Moved, refuse } from '../connection.ts'

/** The ids that a high alert names. */
export type AlertPause = {
  connectionId?: string | undefined
  childId?: string | undefined
  aboutUserId?: string | undefined
  by?: string | undefined
}
/** When it was raised, and what the teacher wrote; null for a report by a person. */
export type Stop = { stoppedAt: Date; pausedFor: PausedFor | null }
/** `stoppedAt`: the pause that it is about. */
type Decision = { by: string; at: Date; stoppedAt: Date }

/**
 * An alert pauses the connection of a minor, whatever its status. The events of alerts and decisions may arrive in any
 * order: a pause that the administrator has not seen stays.
 */
export function pause(connection: Connection, { stoppedAt, pausedFor }: Stop, now: Date): Moved | null {
  const { status, pause: current, liftedAt, minor } = connection
  if (!minor || (liftedAt && liftedAt >= stoppedAt)) return null
  if (status === 'suspended') {
    if (!current || current.stoppedAt >= stoppedAt) return null
    return {
      changed: { ...connection, pause: { ...current, stoppedAt, pausedFor } },
      type: 'connection.changed',
    }
  }
  if (status !== 'pending' && status !== 'approved') return null
  const paused = {
    ...connection,
    status: 'suspended' as const,
    pause: { from: status, stoppedAt, since: now, pausedFor },
  }
  return { changed: paused, type: 'connection.suspended' }
}

/** Restores the status before the pause; agreements given during it count. Null when a newer alert paused it. */
export function reopen(connection: Connection, decision: Decision): Moved | null {
  const { status, pause, needs } = connection
  const { by, at, stoppedAt } = decision
  if (status !== 'suspended' || !pause || stoppedAt < pause.stoppedAt) return null
  const open = { ...connection, pause: null, liftedAt: stoppedAt }
  if (pause.from === 'approved')
    return { changed: { ...open, status: 'approved' }, type: 'connection.reopened', by }
  if (isAgreed(needs))
    return { changed: { ...open, status: 'approved', decidedAt: at }, type: 'connection.approved', by }
  // the 72 hours of a request do not run during a pause
  const pausedMs = Math.max(0, at.getTime() - pause.since.getTime())
  const requestedAt = new Date(connection.requestedAt.getTime() + pausedMs)
  return { changed: { ...open, status: 'pending', requestedAt }, type: 'connection.reopened', by }
}

/** An administrator ends a paused connection. One that was closed during the pause only lets the two connect again. */
export function endPaused(connection: Connection, decision: Decision): Moved | null {
  const { status, pause } = connection
  const { by, at, stoppedAt } = decision
  if (!pause || stoppedAt < pause.stoppedAt) return null
  const lifted = { ...connection, pause: null, liftedAt: stoppedAt, note: '' }
  if (status !== 'suspended') return { changed: lifted, type: 'connection.changed', by }
  const ended =
    pause.from === 'approved'
      ? close(lifted, 'ended', at)
      : refuse({ ...lifted, status: 'pending' }, 'admin', at)
  return { ...ended, by }
}

type Ids = Pick<Connection, 'teacherId' | 'studentId' | 'childId'>

function isPair(one: Ids, other: Ids): boolean {
  if (one.teacherId !== other.teacherId) return false
  return (
    (one.childId !== null && one.childId === other.childId) ||
    (one.studentId !== null && one.studentId === other.studentId)
  )
}

/**
 * The connections that an alert pauses: those of the same teacher and learner as the named connection; those of the
 * learner with the teacher whom the alert is about; else all of the learner's. The learner is the named child, the
 * account that the alert is about, or the reporter. A report by a guardian who named nobody concerns the guardian's
 * child, if there is only one.
 * @param involved every connection in which one of the ids takes part
 */
export function connectionsToPause(alert: AlertPause, involved: readonly Connection[]): Connection[] {
  const open = involved.filter((connection) => connection.minor && isOpen(connection))
  const named = involved.find(({ _id }) => _id === alert.connectionId)
  if (named) return open.filter((connection) => isPair(connection, named))
  const ofLearner = (id: string | undefined) =>
    open.filter(({ childId, studentId }) => id !== undefined && (childId === id || studentId === id))
  const learners = alert.childId ? [alert.childId] : [alert.aboutUserId, alert.by]
  const own = learners.map(ofLearner).find((found) => found.length > 0)
  const all = own ?? (alert.childId ? [] : open.filter(({ guardianIds }) => isIn(guardianIds, alert.by)))
  const isAboutLearner = all.some(({ childId, studentId }) =>
    [childId, studentId].includes(alert.aboutUserId ?? ''),
  )
  // somebody else's connections stay: only a teacher who may be the accused is kept away
  if (alert.aboutUserId && !isAboutLearner)
    return all.filter(({ teacherId }) => teacherId === alert.aboutUserId)
  const isOne = new Set(all.map(({ childId, studentId }) => childId ?? studentId)).size === 1
  return own || isOne ? all : []
}

const isIn = (ids: readonly string[], id: string | undefined): boolean => id !== undefined && ids.includes(id)
