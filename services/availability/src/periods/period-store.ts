import { randomUUID } from 'node:crypto'
import type { PeriodFields } from '@darsi/contracts/calls/availability/periods-api.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import { changesHours, type Period } from './period.ts'

/** A removed one stays, so that the start does not add it again. */
type PeriodDocument = Period & Outboxed & { removedAt: Date | null }
type Periods = Collection<PeriodDocument>

export const periodCollection = (database: Database): Periods =>
  collection<PeriodDocument>(database, 'periods', [outboxIndex, { key: { to: 1 } }])

type Act = { by: string; at: Date }
export type PeriodStore = ReturnType<typeof createPeriodStore>

export function createPeriodStore(periods: Periods, outbox: Outbox) {
  const eventOf = (
    type: 'period.saved' | 'period.removed',
    { _id, kind, from, to }: Period,
    { by, at }: Act,
  ) => ({
    type,
    data: { periodId: _id, kind, from, to, by, at: at.toISOString() },
  })

  return {
    /** Those with a day between two dates, in order. Read at every call: there are few, and a change counts at once. */
    between: (from: string, to: string): Promise<Period[]> =>
      periods
        .find({ removedAt: null, to: { $gte: from }, from: { $lte: to } }, { sort: { from: 1, _id: 1 } })
        .toArray(),

    add: async (fields: PeriodFields, act: Act): Promise<Period> => {
      const period = { _id: randomUUID(), ...fields, changedAt: act.at }
      return outbox.insert(periods, { ...period, removedAt: null }, eventOf('period.saved', period, act))
    },

    /** @returns null when there is none */
    change: (id: string, fields: PeriodFields, act: Act): Promise<Period | null> =>
      outbox.update(periods, id, (period) => {
        if (period.removedAt) return null
        // otherwise a corrected name would close hours that teachers opened after they knew of the period
        const changedAt = changesHours(period, fields) ? act.at : period.changedAt
        const changes = { ...fields, changedAt }
        return { update: { $set: changes }, event: eventOf('period.saved', { ...period, ...changes }, act) }
      }),

    /** @returns false when there is none */
    remove: async (id: string, act: Act): Promise<boolean> => {
      const removed = await outbox.update(periods, id, (period) =>
        period.removedAt
          ? null
          : { update: { $set: { removedAt: act.at } }, event: eventOf('period.removed', period, act) },
      )
      return removed !== null
    },

    /** Adds the initial periods once; later changes and removals of administrators are kept. */
    begin: async (id: string, fields: PeriodFields, at: Date): Promise<void> => {
      await insertOnce(periods, { _id: id, ...fields, changedAt: at, removedAt: null, v: 0, outbox: [] })
    },
  }
}
