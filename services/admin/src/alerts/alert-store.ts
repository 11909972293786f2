import type { EventInput } from '@darsi/contracts/events/events.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection, type Filter } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import { createWriteLimits } from '@darsi/kit/mongo/write-limits.ts'
import type { Connection } from 'mongoose'
import { changedFields } from '../stores/changed-fields.ts'
import type { Alert, Moved } from './alert.ts'
import type { Taken } from './steps.ts'

type AlertDocument = Alert & Outboxed

export type AlertStore = ReturnType<typeof createAlertStore>

export function createAlertStore(connection: Connection, outbox: Outbox) {
  const alerts = collection<AlertDocument>(connection, 'alerts', [
    { key: { status: 1, urgency: 1, dueAt: 1, _id: 1 } },
    { key: { status: 1, dueAt: 1, _id: 1 } },
    { key: { guardianIds: 1 } },
    { key: { by: 1 } },
    { key: { escalateAt: 1 }, partialFilterExpression: { escalateAt: { $type: 'date' } } },
    { key: { aboutUserId: 1 } },
    { key: { childId: 1 } },
    { key: { connectionId: 1 } },
    { key: { createdAt: 1 } },
    { key: { 'steps.to': 1 } },
    outboxIndex,
  ])
  const perHour = { most: 1, perMs: hourMs }
  const mails = createWriteLimits(connection, { danger: perHour, other: perHour })
  return {
    collection: alerts,

    /** Of mails to every administrator about one reporter's reports. @returns false when the limit is reached */
    takeMail: mails.tryTake,

    /** A repeated event finds the alert there and inserts no second one. */
    insert: async (alert: Alert, event: EventInput<'alert.opened'>): Promise<void> => {
      await inserted(outbox.insert<AlertDocument>(alerts, alert, event))
    },

    /** @returns the alert as it is now, or null when there is none or `decide` changes nothing */
    update: (id: string, decide: (alert: Alert) => Moved | null): Promise<Alert | null> =>
      outbox.update(alerts, id, (found) => {
        const moved = decide(found)
        return moved && { update: { $set: changedFields<Alert>(found, moved.changed) }, event: moved.event }
      }),

    /** @returns the alert as it is now, or null when there is none */
    addStep: (id: string, decide: (alert: Alert) => Taken): Promise<Alert | null> =>
      outbox.update(alerts, id, (found) => {
        const { step, event } = decide(found)
        // pushed, not set: an erasure at the same moment clears the texts of the others
        return { update: { $push: { steps: step } }, event }
      }),

    /** The open alerts that a former administrator took up wait for an answer again, and are escalated without one. */
    release: async (answeredBy: string, at: Date): Promise<void> => {
      const escalateAt = { $cond: [{ $eq: ['$severity', 'low'] }, null, { $max: ['$dueAt', at] }] }
      const released = { answeredAt: null, answeredBy: null, escalateAt }
      await alerts.updateMany({ status: 'open', answeredBy }, [{ $set: released }])
    },

    /** Guardians who left the child of these alerts no longer read or resolve them. */
    removeGuardians: async (
      userIds: readonly string[],
      alertsOfChild: Filter<AlertDocument>,
    ): Promise<void> => {
      if (userIds.length === 0) return
      await alerts.updateMany(alertsOfChild, { $pull: { guardianIds: { $in: userIds } } })
    },

    /**
     * Keeps that an alert was raised; removes the reporter, the text, the note, and what administrators wrote.
     * @param only of this alert alone
     */
    erase: async (userId: string, only?: string): Promise<void> => {
      const among = only === undefined ? {} : { _id: only }
      const own = { ...among, $or: [{ by: userId }, { aboutUserId: userId }] }
      const watched = { ...among, guardianIds: userId }
      await alerts.updateMany(own, { $set: { sealed: '', note: '', 'steps.$[].sealed': '' } })
      await alerts.updateMany(watched, { $set: { note: '', 'steps.$[].sealed': '' } })
      await alerts.updateMany({ ...among, 'steps.to': userId }, { $set: { 'steps.$[].sealed': '' } })
      await alerts.updateMany({ ...among, by: userId }, { $set: { by: null } })
      await alerts.updateMany(watched, { $pull: { guardianIds: userId } })
    },
  }
}
