import { dayMs, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { isCancelledByTeacher, type LessonStore } from '../analytics/lesson-store.ts'
import type { GuardianshipStore } from '../care/guardianship-store.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import type { AlertStore } from './alert-store.ts'
import type { RaiseAlert } from './raise-alert.ts'
import { noText } from './report-text.ts'

export type AlertEventDeps = {
  raiseAlert: RaiseAlert
  alertSealer: Sealer
  alerts: Pick<AlertStore, 'removeGuardians' | 'release'>
  guardianships: Pick<GuardianshipStore, 'formerOf'>
  connectionQueries: Pick<ConnectionQueries, 'ofLearners'>
  lessons: Pick<LessonStore, 'countTeacherCancelled'>
}

/** As often in as many days, cancellations by one teacher are a pattern. */
const [cancelledLimit, cancelledDays] = [3, 14]
/** The form requires a reason; "-" and "..." are none. */
const saysWhy = /\p{L}{2}/u

/** Raises alerts from reports and from what happened to lessons of minors, and closes them to former guardians. */
export function alertConsumes(deps: AlertEventDeps): Consumes {
  const { raiseAlert, alertSealer } = deps
  return {
    'safety.reported': ({ data, personal }) =>
      raiseAlert(
        {
          _id: data.reportId,
          reason: data.reason,
          severity: data.severity,
          minor: data.minor,
          by: data.by ?? null,
          aboutUserId: data.aboutUserId ?? null,
          guardianIds: data.guardianIds,
          connectionId: data.connectionId,
          threadId: data.threadId,
          childId: data.childId ?? null,
          ...(data.files && { files: data.files }),
          sealed: alertSealer.seal(personal),
          createdAt: new Date(data.at),
        },
        data,
      ),
    'classroom.reported': ({ data, personal: { text } }) =>
      raiseAlert(
        {
          ...ofLesson(data),
          // the seat's family is not meant more than the others: nothing of it is paused or copied
          ...(data.ofGroup && { sessionId: null, connectionId: null }),
          _id: data.reportId,
          reason: data.reason,
          severity: data.severity,
          minor: data.minor,
          aboutUserId: data.aboutUserId ?? null,
          fromClassroom: true,
          sealed: alertSealer.seal({ text, quoted: '' }),
        },
        data,
      ),
    ...lessonAlerts(deps),
    // one may be a mistyped address
    'guardian.declined': async ({ data: { invitationId, studentId, earlier, at } }) => {
      if (earlier === 0) return
      await raiseAlert({
        _id: `declined.${invitationId}`,
        reason: 'guardian-declined',
        severity: 'medium',
        minor: true,
        aboutUserId: studentId,
        sealed: alertSealer.seal(noText),
        createdAt: new Date(at),
      })
    },
    'guardian.left': ({ data }) => removeFormer(deps, data),
    'user.suspended': async ({ data: { role, userId, at } }) =>
      role === 'admin' ? deps.alerts.release(userId, new Date(at)) : undefined,
  }
}

function lessonAlerts({
  raiseAlert,
  alertSealer,
  lessons,
}: Pick<AlertEventDeps, 'raiseAlert' | 'alertSealer' | 'lessons'>) {
  const withoutText = () => alertSealer.seal(noText)
  return {
    // the family has a notice and a mail of each cancelled lesson; only a pattern is for administrators
    'session.cancelled': async (event) => {
      if (!isCancelledByTeacher(event)) return
      const { data, personal } = event
      const at = new Date(data.at)
      const since = new Date(at.getTime() - cancelledDays * dayMs)
      const count = await lessons.countTeacherCancelled(data.teacherId, since)
      const isSameDay = tunisDay(at) === tunisDay(new Date(data.startsAt))
      if (count < cancelledLimit && !(isSameDay && !saysWhy.test(personal.reason))) return
      await raiseAlert({
        ...ofLesson(data),
        ...{ by: null, aboutUserId: data.teacherId, guardianIds: [] },
        _id: `cancelled.${data.sessionId}`,
        reason: 'session-cancelled',
        severity: 'low',
        sealed: withoutText(),
      })
    },
    'session.no-show': async ({ data }) => {
      if (!data.minor) return
      await raiseAlert({
        ...ofLesson(data),
        _id: `missed.${data.sessionId}`,
        reason: 'session-missed',
        severity: 'medium',
        sealed: withoutText(),
      })
    },
    'session.over-long-attempted': ({ data }) =>
      raiseAlert({
        _id: `long.${data.attemptId}`,
        reason: 'over-long-booking',
        severity: 'medium',
        minor: true,
        by: null,
        aboutUserId: data.by,
        guardianIds: data.guardianIds,
        connectionId: data.connectionId,
        childId: data.childId ?? null,
        sealed: withoutText(),
        createdAt: new Date(data.at),
      }),
  } satisfies Consumes
}

/** Also of a replayed event: those who are guardians again keep the alerts. */
async function removeFormer(
  { alerts, guardianships, connectionQueries }: AlertEventDeps,
  { childId, accountId }: { childId: string; accountId?: string | undefined },
): Promise<void> {
  const ids = accountId ? [childId, accountId] : [childId]
  const former = await guardianships.formerOf(ids)
  const connections = await connectionQueries.ofLearners(ids)
  const named = ['childId', 'aboutUserId', 'by'].map((name) => ({ [name]: { $in: ids } }))
  const connectionId = { $in: connections.map(({ _id }) => _id) }
  await alerts.removeGuardians(former, { $or: [...named, { connectionId }] })
}

type LessonData = {
  sessionId: string
  connectionId: string
  childId?: string | undefined
  guardianIds: string[]
  by?: string | undefined
  at: string
}

function ofLesson({ sessionId, connectionId, childId, guardianIds, by, at }: LessonData) {
  return {
    minor: true,
    sessionId,
    connectionId,
    childId: childId ?? null,
    guardianIds,
    by: by ?? null,
    createdAt: new Date(at),
  }
}
