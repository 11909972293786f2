import type { DarsiEvent } from '@darsi/contracts/events.ts'
import { project, projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, Schema } from 'mongoose'

type WeekDocument = { _id: string; slots?: number[]; erasedAt?: Date | null }

/** The weekly template of everybody who has one: what a seeker's hours are compared with. */
export function weekStore(connection: Connection) {
  const schema = new Schema(
    { _id: { type: String, required: true }, slots: [Number], ...projectionFields },
    { minimize: false, versionKey: false },
  )
  const model = connection.model<WeekDocument>('week', schema)
  return {
    save: (event: DarsiEvent<'availability.saved'>) =>
      // `as`: a mongoose model is the driver's collection to a projection
      project(model as never, event.data.userId, event, { $set: { slots: event.data.slots } }),

    /** Null for who never saved a grid. */
    find: async (userId: string): Promise<readonly number[] | null> => {
      const week = await model.findById(userId).lean<WeekDocument>()
      return week?.erasedAt ? null : (week?.slots ?? null)
    },

    /** Leaves a tombstone: an event that comes late must not bring it back. */
    erase: async (userId: string): Promise<void> => {
      await model.collection.updateOne(
        // `as`: ids of ours are strings
        { _id: userId as never },
        { $set: { erasedAt: new Date() }, $unset: { slots: '' } },
        { upsert: true },
      )
    },
  }
}

export type WeekStore = ReturnType<typeof weekStore>
