import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted, insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/** Whether a teacher switched the page on; the id is the teacher's. Its address is in the profile. */
type PublicPageDocument = { _id: string; enabled: boolean; changedAt: Date }
/**
 * The owner of an address. An address that was public stays with its owner, so that shared links lead to the new one; an
 * address that no administrator has approved leads nowhere.
 */
type SlugClaim = { _id: string; teacherId: string; at: Date; wasPublic: boolean }

/** The first one and five changes. */
const maxSlugs = 6

export type PublicPageStore = ReturnType<typeof createPublicPageStore>

export function createPublicPageStore(database: Connection) {
  const pages = collection<PublicPageDocument>(database, 'publicpages', [{ key: { enabled: 1, _id: 1 } }])
  const slugs = collection<SlugClaim>(database, 'pageslugs', [{ key: { teacherId: 1 } }])

  return {
    slugs,

    isEnabled: async (teacherId: string): Promise<boolean> =>
      (await pages.findOne({ _id: teacherId }))?.enabled === true,

    /** @returns `taken` when another teacher has the address, `full` after five changes */
    claim: async (slug: string, teacherId: string, at: Date): Promise<'claimed' | 'taken' | 'full'> => {
      const known = await slugs.findOne({ _id: slug })
      if (known) return known.teacherId === teacherId ? 'claimed' : 'taken'
      if ((await slugs.countDocuments({ teacherId })) >= maxSlugs) return 'full'
      // of two at once one inserts, the other one reads whose it became
      if (await insertOnce(slugs, { _id: slug, teacherId, at, wasPublic: false })) return 'claimed'
      return (await slugs.findOne({ _id: slug }))?.teacherId === teacherId ? 'claimed' : 'taken'
    },

    find: (slug: string) => slugs.findOne({ _id: slug }),

    notePublic: async (slug: string): Promise<void> => {
      await slugs.updateOne({ _id: slug }, { $set: { wasPublic: true } })
    },

    /** Gives an address back that was never public. */
    release: async (slug: string): Promise<void> => {
      await slugs.deleteOne({ _id: slug, wasPublic: false })
    },

    enable: async (teacherId: string, enabled: boolean, at: Date): Promise<void> => {
      const change = { $set: { enabled, changedAt: at } }
      await inserted(pages.updateOne({ _id: teacherId }, change, { upsert: true }))
    },

    enabled: (limit: number) => pages.find({ enabled: true }, { sort: { _id: 1 }, limit }).toArray(),

    erase: async (teacherId: string): Promise<void> => {
      await pages.deleteOne({ _id: teacherId })
      await slugs.deleteMany({ teacherId })
    },
  }
}
