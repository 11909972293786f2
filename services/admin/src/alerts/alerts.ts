import { randomUUID } from 'node:crypto'
import type { Consumes } from '@darsi/kit/consumer.ts'
import type { Identity } from '@darsi/kit/identity.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import type { Connection } from 'mongoose'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { UserRow } from '../user-row.ts'
import type { UserStore } from '../user-store.ts'
import { type Alert, answer, escalate, newAlert, resolve, type Told, watchersOf } from './alert.ts'
import { alertStore } from './alert-store.ts'

type Deps = {
  connection: Connection
  outbox: Outbox
  users: Pick<UserStore, 'byId' | 'administrators'>
  connections: Pick<ConnectionStore, 'guardiansOf'>
  sealer: Sealer
}
type Report = {
  reason: 'behaviour' | 'contact-details' | 'danger' | 'other'
  text: string
  aboutUserId?: string | undefined
  childId?: string | undefined
  sessionId?: string | undefined
}

const reportsAnHour = 10
const hour = 3600 * 1000

export type Alerts = ReturnType<typeof createAlerts>

/** Safety alerts: raised by events and reports, dealt with by administrators and guardians. */
export function createAlerts({ connection, outbox, users, connections, sealer }: Deps) {
  const store = alertStore(connection, outbox)

  /** Where the child lives: with its guardians, or where whoever tells of it lives. */
  const placeOf = async ({ guardianIds = [], childId, by }: Partial<Alert>): Promise<number | null> => {
    const guardians = childId ? await connections.guardiansOf(childId) : []
    for (const id of new Set([...guardianIds, ...guardians, ...(by ? [by] : [])])) {
      const governorateId = (await users.byId(id))?.governorateId
      if (governorateId) return governorateId
    }
    return null
  }
  const open = async (given: Parameters<typeof newAlert>[0]): Promise<void> => {
    const governed = { governorateId: await placeOf(given), guardianIds: watchersOf(given) }
    const alert = newAlert({ ...given, ...governed })
    const rows = await Promise.all(alert.guardianIds.map((id) => users.byId(id)))
    const { _id: alertId, reason, severity, minor, guardianIds, governorateId } = alert
    const [dueAt, at] = [alert.dueAt.toISOString(), alert.createdAt.toISOString()]
    const investigateBy = alert.investigateBy.toISOString()
    await store.open(alert, {
      type: 'alert.opened',
      data: { alertId, reason, severity, minor, guardianIds, governorateId, dueAt, investigateBy, at },
      personal: { guardians: rows.flatMap((row) => (row ? [personOf(row)] : [])) },
    })
  }
  const changed = async (id: string, decide: Parameters<typeof store.change>[1]): Promise<Alert> => {
    const alert = (await store.change(id, decide)) ?? (await store.byId(id))
    if (!alert) throw problem('not-found')
    return alert
  }
  const seal = (told: Told) => sealer.seal(told)
  const nothing = { text: '', quoted: '' }

  const consumes: Consumes = {
    'safety.reported': ({ data, personal }) =>
      open({
        ...data,
        _id: data.reportId,
        by: data.by ?? null,
        aboutUserId: data.aboutUserId ?? null,
        childId: data.childId ?? null,
        sealed: seal(personal),
        createdAt: new Date(data.at),
      }),
    'session.cancelled': async ({ data }) => {
      if (!data.minor || data.cause !== 'party') return
      await open({
        ...ofLesson(data),
        _id: `cancelled.${data.sessionId}`,
        reason: 'session-cancelled',
        severity: 'low',
        sealed: seal(nothing),
      })
    },
    'session.no-show': async ({ data }) => {
      if (!data.minor) return
      await open({
        ...ofLesson(data),
        _id: `missed.${data.sessionId}`,
        reason: 'session-missed',
        severity: 'medium',
        sealed: seal(nothing),
      })
    },
    'session.over-long-attempted': ({ data }) =>
      open({
        _id: `long.${data.attemptId}`,
        reason: 'over-long-booking',
        severity: 'medium',
        minor: true,
        by: null,
        aboutUserId: data.by,
        guardianIds: data.guardianIds,
        connectionId: data.connectionId,
        childId: data.childId ?? null,
        sealed: seal(nothing),
        createdAt: new Date(data.at),
      }),
  }

  return {
    store,
    consumes,

    toldIn: ({ sealed }: Alert): Told =>
      // `as`: sealed by `seal`; empty once it was erased
      sealed === '' ? nothing : (sealer.unseal(sealed) as Told),

    /** @throws problem `reason-required` or `rate-limited` */
    report: async (
      { reason, text, aboutUserId, childId, sessionId }: Report,
      by: Identity,
    ): Promise<void> => {
      if (text.trim() === '') throw problem('reason-required')
      const createdAt = new Date()
      const recent = await store.reportedSince(by.userId, new Date(createdAt.getTime() - hour))
      if (recent >= reportsAnHour)
        throw problem('rate-limited', { params: { minutes: 60 }, retryAfter: 3600 })
      await open({
        _id: randomUUID(),
        reason,
        severity: reason === 'danger' ? 'high' : 'medium',
        minor: childId !== undefined,
        by: by.userId,
        aboutUserId: aboutUserId ?? null,
        childId: childId ?? null,
        sessionId: sessionId ?? null,
        // a parent follows what they told of an own child
        guardianIds: childId && by.role === 'parent' ? [by.userId] : [],
        sealed: seal({ text, quoted: '' }),
        createdAt,
      })
    },

    /** @throws problem `not-found`, `alert-resolved`, or `alert-taken` with the name of whoever looks into it */
    answer: async (id: string, by: Identity): Promise<Alert> => {
      const found = await store.byId(id)
      const row = found?.by ? await users.byId(found.by) : null
      const at = new Date()
      const answered = await changed(id, (alert) => {
        const $set = answer(alert, by.userId, at)
        if (!$set) return null
        const { guardianIds, investigateBy } = alert
        const times = { investigateBy: investigateBy.toISOString(), at: at.toISOString() }
        return {
          $set,
          event: {
            type: 'alert.answered',
            data: { alertId: id, by: by.userId, guardianIds, ...times },
            personal: row ? { reporter: personOf(row) } : {},
          },
        }
      })
      const { answeredBy } = answered
      const holder = answeredBy && answeredBy !== by.userId ? await users.byId(answeredBy) : null
      if (holder) throw problem('alert-taken', { params: { name: holder.fullName } })
      return answered
    },

    resolve: (id: string, by: Identity, note: string): Promise<Alert> =>
      changed(id, (alert) => {
        const at = new Date()
        const { guardianIds } = alert
        const reporterId = alert.by !== by.userId ? alert.by : null
        return {
          $set: resolve(alert, by, note, at),
          event: {
            type: 'alert.resolved',
            data: {
              alertId: id,
              by: by.userId,
              guardianIds,
              ...(reporterId && { reporterId }),
              at: at.toISOString(),
            },
          },
        }
      }),

    /** Tells every administrator of what waits for too long; any number of processes may look. */
    escalateDue: async (now: Date): Promise<void> => {
      const overdue = await store.overdue(now)
      if (overdue.length === 0) return
      const admins = (await users.administrators()).map(personOf)
      for (const { _id } of overdue)
        await store.change(_id, (alert) => {
          const due = escalate(alert, now)
          if (!due) return null
          const { reason, severity, governorateId, dueAt, investigateBy } = alert
          const missed = due.stage === 'answer' ? dueAt : investigateBy
          const times = { dueAt: missed.toISOString(), at: now.toISOString() }
          return {
            $set: { escalateAt: due.next },
            event: {
              type: 'alert.escalated',
              data: { alertId: _id, reason, severity, stage: due.stage, governorateId, ...times },
              personal: { admins },
            },
          }
        })
    },
  }
}

const personOf = ({ _id: userId, email, fullName, language }: UserRow) => ({
  userId,
  email,
  fullName,
  language,
})

type Lesson = {
  sessionId: string
  connectionId: string
  childId?: string | undefined
  guardianIds: string[]
  by?: string | undefined
  at: string
}

function ofLesson({ sessionId, connectionId, childId, guardianIds, by, at }: Lesson) {
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
