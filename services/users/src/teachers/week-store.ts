import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'

type Week = { _id: string; slots?: number[]; src?: Record<string, number>; erasedAt?: Date | null }

/** The weekly template of each account that has one; the search compares a learner's with the teachers'. */
export function createWeekStore(database: Connection) {
  const weeks = collection<Week>(database, 'weeks')

  return {
    save: (event: DarsiEvent<'availability.saved'>) =>
      project(weeks, event.data.userId, event, { $set: { slots: event.data.slots } }),

    /** Null for an account that never saved a template, or is erased. */
    find: async (userId: string): Promise<readonly number[] | null> =>
      (await weeks.findOne({ _id: userId }))?.slots ?? null,

    /** Leaves a tombstone, once: without it a late event would add the week again. */
    erase: async (userId: string): Promise<void> => {
      if ((await weeks.findOne({ _id: userId }))?.erasedAt) return
      const update = { $set: { erasedAt: new Date() }, $unset: { slots: '' as const } }
      await weeks.updateOne({ _id: userId }, update, { upsert: true })
    },
  }
}

export type WeekStore = ReturnType<typeof createWeekStore>
