import type { DarsiEvent } from '@darsi/contracts/events.ts'
import { tunisDay } from '@darsi/contracts/tunis-time.ts'
import { project, projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, Schema } from 'mongoose'
import { offeredHours } from './offered.ts'

/** How many hours a teacher offers: by weekly template, from each day it was changed, and in single weeks. */
export type Offer = { _id: string; templates?: Record<string, number>; weeks?: Record<string, number> }

export function offerStore(connection: Connection) {
  const schema = new Schema(
    { _id: { type: String, required: true }, templates: Object, weeks: Object, ...projectionFields },
    { versionKey: false, minimize: false },
  )
  const model = connection.model<Offer>('offer', schema)

  return {
    model,

    keep: async (event: DarsiEvent<'availability.saved'>): Promise<void> => {
      const { userId, role, slots, monday } = event.data
      if (role !== 'teacher') return
      const day = tunisDay(new Date(event.time))
      const field = monday === undefined ? `templates.${day}` : `weeks.${monday}`
      const part = monday === undefined ? 'template' : `week-${monday}`
      await project(model as never, userId, event, { $set: { [field]: slots.length } }, { part })
    },

    /** Hours that these teachers offered in the weeks that begin on `mondays`. */
    hours: async (teacherIds: ReadonlySet<string>, mondays: readonly string[]): Promise<number> => {
      let hours = 0
      // `as`: the schema above
      const offers = model.collection.find({}, { batchSize: 1000 }) as unknown as AsyncIterable<Offer>
      for await (const offer of offers)
        if (teacherIds.has(offer._id)) for (const monday of mondays) hours += offeredHours(offer, monday)
      return hours
    },

    erase: async (userId: string): Promise<void> => {
      await model.collection.deleteOne({ _id: userId } as never)
    },
  }
}

export type OfferStore = ReturnType<typeof offerStore>
