import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { addDays, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

export function createOfferStore(connection: Connection, now: () => Date) {
  const offers = collection<Offer>(connection, 'offers')

  return {
    keep: async (event: DarsiEvent<'availability.saved'>): Promise<void> => {
      const { userId, role, slots, monday } = event.data
      if (role !== 'teacher') return
      const day = tunisDay(new Date(event.time))
      const field = monday === undefined ? `templates.${day}` : `weeks.${monday}`
      const part = monday === undefined ? 'template' : `week-${monday}`
      await project(offers, userId, event, { $set: { [field]: slots.length } }, { part })
    },

    /** Hours that these teachers offered in the weeks that begin on `mondays`. */
    hours: async (teacherIds: ReadonlySet<string>, mondays: readonly string[]): Promise<number> => {
      let hours = 0
      for await (const offer of offers.find({}, { batchSize: 1000 }))
        if (teacherIds.has(offer._id)) for (const monday of mondays) hours += offeredHours(offer, monday)
      return hours
    },

    /** Leaves a tombstone, so that a late event does not bring the document back. */
    erase: async (userId: string): Promise<void> => {
      const tombstone = {
        $set: { erasedAt: now() },
        $unset: { templates: '', weeks: '', src: '' },
      } as const
      // a duplicate key: it is erased already
      await inserted(offers.updateOne({ _id: userId, erasedAt: null }, tombstone, { upsert: true }))
    },
  }
}

export type OfferStore = ReturnType<typeof createOfferStore>

/** The number of hours that a teacher offers: by the weekly template in force from a day, and in single weeks. */
type Offer = {
  _id: string
  templates?: Record<string, number>
  weeks?: Record<string, number>
  src?: Record<string, number>
  erasedAt?: Date | null
}

/** Hours offered in one week: by the week's own grid, else by the template in force on its Sunday. */
export function offeredHours(
  { templates = {}, weeks = {} }: Pick<Offer, 'templates' | 'weeks'>,
  monday: string,
): number {
  const own = weeks[monday]
  if (own !== undefined) return own
  const sunday = addDays(monday, 6)
  const last = Object.keys(templates)
    .filter((day) => day <= sunday)
    .sort()
    .at(-1)
  return last === undefined ? 0 : (templates[last] ?? 0)
}
