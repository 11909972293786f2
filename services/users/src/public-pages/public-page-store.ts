import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted, insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/** What a teacher chose; the id is the teacher's. */
type PublicPageDocument = { _id: string; enabled: boolean; slug: string; changedAt: Date }
/** Whose an address is. Former ones stay their owner's, so that shared links lead to the new address. */
type SlugClaim = { _id: string; teacherId: string; at: Date }

/** The first one and five changes. */
const maxSlugs = 6

export type PublicPageStore = ReturnType<typeof createPublicPageStore>

export function createPublicPageStore(database: Connection) {
  const pages = collection<PublicPageDocument>(database, 'publicpages', [{ key: { enabled: 1, _id: 1 } }])
  const slugs = collection<SlugClaim>(database, 'pageslugs', [{ key: { teacherId: 1 } }])

  return {
    slugs,

    of: async (teacherId: string) => {
      const { enabled = false, slug = '' } = (await pages.findOne({ _id: teacherId })) ?? {}
      return { enabled, slug }
    },

    /** @returns `taken` when another teacher has the address, `full` after five changes */
    claim: async (slug: string, teacherId: string, at: Date): Promise<'claimed' | 'taken' | 'full'> => {
      const known = await slugs.findOne({ _id: slug })
      if (known) return known.teacherId === teacherId ? 'claimed' : 'taken'
      if ((await slugs.countDocuments({ teacherId })) >= maxSlugs) return 'full'
      // of two at once one inserts, the other one reads whose it became
      if (await insertOnce(slugs, { _id: slug, teacherId, at })) return 'claimed'
      return (await slugs.findOne({ _id: slug }))?.teacherId === teacherId ? 'claimed' : 'taken'
    },

    save: async (teacherId: string, page: { enabled: boolean; slug: string }, at: Date): Promise<void> => {
      const change = { $set: { ...page, changedAt: at } }
      await inserted(pages.updateOne({ _id: teacherId }, change, { upsert: true }))
    },

    /** The teacher of an address with the address of now; null for an unknown or switched-off one. */
    bySlug: async (slug: string): Promise<{ teacherId: string; slug: string } | null> => {
      const claim = await slugs.findOne({ _id: slug })
      const page = claim && (await pages.findOne({ _id: claim.teacherId }))
      return page?.enabled ? { teacherId: page._id, slug: page.slug } : null
    },

    enabled: (limit: number) => pages.find({ enabled: true }, { sort: { _id: 1 }, limit }).toArray(),

    erase: async (teacherId: string): Promise<void> => {
      await pages.deleteOne({ _id: teacherId })
      await slugs.deleteMany({ teacherId })
    },
  }
}
