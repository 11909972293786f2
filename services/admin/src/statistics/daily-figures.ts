import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'

type Counts = { totalTeachers: number; totalStudents: number; totalUsers: number }
type Place = { governorateId: number; governorate: string; teachers: number | null; students: number | null }
export type PublicFigures = { totals: Counts; governoratesCovered: number; places: Place[] }
/** `figures`: null once there are too few people again. */
type Kept = { _id: string; day: string; figures: PublicFigures | null }

export type DailyFigures = ReturnType<typeof createDailyFigures>

const _id = 'figures'
const noPlaces: Place[] = governorates.map(({ id, name }) => ({
  ...{ governorateId: id, governorate: name.en },
  ...{ teachers: null, students: null },
}))

/**
 * The public figures, the same for a whole day: with figures of every moment each registration would be visible, with
 * its governorate.
 */
export function createDailyFigures(database: Connection, load: () => Promise<PublicFigures | null>) {
  const kept = collection<Kept>(database, 'publicfigures')
  const read = async (): Promise<PublicFigures | null> => (await kept.findOne({ _id }))?.figures ?? null
  return {
    basic: async (): Promise<Counts> =>
      (await read())?.totals ?? { totalTeachers: 0, totalStudents: 0, totalUsers: 0 },
    platform: async () => {
      const { totals = null, governoratesCovered = 0 } = (await read()) ?? {}
      const hidden = { totalTeachers: null, totalStudents: null, totalUsers: null }
      return { ...(totals ?? hidden), governoratesCovered }
    },
    location: async (): Promise<Place[]> => (await read())?.places ?? noPlaces,

    /** Once a day, on any of several processes. */
    compute: async (now: Date): Promise<void> => {
      const day = tunisDay(now)
      const last = await kept.findOne({ _id })
      if (last?.day === day && last.figures) return
      const figures = await load()
      if (figures || last?.figures)
        await kept.updateOne({ _id }, { $set: { day, figures } }, { upsert: true })
    },
  }
}
