import type { Sealer } from '@darsi/kit/events/seal.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import { mergeUpdates } from 'yjs'
import * as z from 'zod'

/** One page of a board: a Yjs update in base64, sealed, because children write on it and put pictures there. */
type PageRow = { _id: string; sessionId: string; page: string; sealed: string; rev: number; at: Date }
type Pages = Collection<PageRow>
export type BoardStore = ReturnType<typeof createBoardStore>

export const pageCollection = (database: Database): Pages =>
  collection<PageRow>(database, 'pages', [{ key: { sessionId: 1 } }])

/** The name of a page's document on the wire. */
export const documentName = (sessionId: string, page: string): string => `${sessionId}/${page}`

export function createBoardStore(pages: Pages, sealer: Sealer) {
  const seal = (update: Uint8Array): string => sealer.seal(Buffer.from(update).toString('base64'))
  const open = ({ sealed }: Pick<PageRow, 'sealed'>): Uint8Array =>
    Uint8Array.from(Buffer.from(z.string().parse(sealer.unseal(sealed)), 'base64'))
  return {
    read: async (name: string): Promise<Uint8Array | null> => {
      const row = await pages.findOne({ _id: name })
      return row ? open(row) : null
    },

    /** Merges with what another process stored meanwhile, so that the order of two writes loses no stroke. */
    store: async (name: string, update: Uint8Array, at: Date): Promise<void> => {
      const [sessionId = '', page = ''] = name.split('/')
      for (;;) {
        const row = await pages.findOne({ _id: name })
        if (!row) {
          const first = { _id: name, sessionId, page, sealed: seal(update), rev: 1, at }
          if (await inserted(pages.insertOne(first))) return
          continue
        }
        const written = await pages.updateOne(
          { _id: name, rev: row.rev },
          { $set: { sealed: seal(mergeUpdates([open(row), update])), rev: row.rev + 1, at } },
        )
        if (written.matchedCount > 0) return
      }
    },

    of: async (sessionId: string): Promise<{ page: string; update: Uint8Array }[]> => {
      const rows = await pages.find({ sessionId }).toArray()
      return rows.map((row) => ({ page: row.page, update: open(row) }))
    },
    erase: async (sessionIds: readonly string[]): Promise<void> => {
      await pages.deleteMany({ sessionId: { $in: [...sessionIds] } })
    },
  }
}
