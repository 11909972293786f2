import type { Sealer } from '@darsi/kit/events/seal.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import { Doc, encodeStateAsUpdate, mergeUpdates } from 'yjs'
import * as z from 'zod'
import { withoutClients } from './board-writers.ts'

/** One page of a board: a Yjs update in base64, sealed, because children write on it and put pictures there. */
type PageRow = {
  _id: string
  sessionId: string
  page: string
  sealed: string
  rev: number
  at: Date
  /** Clients of erased seats, whose objects also go when an open document is stored later. Absent before. */
  without?: number[]
}
type Pages = Collection<PageRow>
/** An object that was erased or replaced, as a Yjs update, for the minute in which it may become evidence. */
type ErasedRow = { _id: string; sessionId: string; page: string; sealed: string; at: Date }
type ErasedObjects = Collection<ErasedRow>
export type BoardStore = ReturnType<typeof createBoardStore>

export const pageCollection = (database: Database): Pages =>
  collection<PageRow>(database, 'pages', [{ key: { sessionId: 1 } }])

const erasedSeconds = 120
export const erasedCollection = (database: Database): ErasedObjects =>
  collection<ErasedRow>(database, 'erasedobjects', [
    { key: { sessionId: 1 } },
    { key: { at: 1 }, expireAfterSeconds: erasedSeconds },
  ])

/** The name of a page's document on the wire. */
export const documentName = (sessionId: string, page: string): string => `${sessionId}/${page}`

/** Pages as Yjs updates in base64. */
const copySchema = z.array(z.object({ page: z.string(), update: z.string() }))

type Parts = {
  pages: Pages
  erased: ErasedObjects
  sealer: Sealer
  /** False once the board was erased, or its lesson removed. */
  isKept: (sessionId: string) => Promise<boolean>
}

export function createBoardStore({ pages, erased, sealer, isKept }: Parts) {
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
          if (!(await insertOnce(pages, first))) continue
          // checked afterwards: an erasure meanwhile either finds this page or is found here
          if (!(await isKept(sessionId))) await pages.deleteOne({ _id: name })
          return
        }
        const written = await pages.updateOne(
          { _id: name, rev: row.rev },
          {
            $set: {
              sealed: seal(withoutClients(mergeUpdates([open(row), update]), row.without)),
              rev: row.rev + 1,
              at,
            },
          },
        )
        if (written.matchedCount > 0) return
      }
    },

    of: async (sessionId: string): Promise<{ page: string; update: Uint8Array }[]> => {
      const rows = await pages.find({ sessionId }).toArray()
      return rows.map((row) => ({ page: row.page, update: open(row) }))
    },

    keepErased: async (name: string, objects: ReadonlyMap<string, unknown>, at: Date): Promise<void> => {
      const [sessionId = '', page = ''] = name.split('/')
      const rows = [...objects].map(([id, value]) => {
        const sealed = seal(updateWith(erasedId(id, at), value))
        return { _id: `${name}/${erasedId(id, at)}`, sessionId, page, sealed, at }
      })
      if (rows.length > 0) await erased.insertMany(rows)
    },

    /** A sealed copy of the board with everything that was erased or replaced since then. */
    sealedCopy: async (sessionId: string, since: Date): Promise<string> => {
      const gone = await erased.find({ sessionId, at: { $gte: since } }).toArray()
      const rows = await pages.find({ sessionId }).toArray()
      const copy = rows.map((row) => {
        const ofPage = gone.filter(({ page }) => page === row.page)
        const update = mergeUpdates([open(row), ...ofPage.map(open)])
        return { page: row.page, update: Buffer.from(update).toString('base64') }
      })
      return sealer.seal(copy)
    },
    openCopy: (sealed: string) => copySchema.parse(sealer.unseal(sealed)),

    ...erasing({ pages, erased, seal, open }),
  }
}

type Erasing = Pick<Parts, 'pages' | 'erased'> & {
  seal: (update: Uint8Array) => string
  open: (row: PageRow) => Uint8Array
}

const erasing = ({ pages, erased, seal, open }: Erasing) => ({
  /** Removes what these clients made on each page of a board that others keep. */
  eraseClients: async (
    sessionId: string,
    clientsOf: ReadonlyMap<string, readonly number[]>,
    at: Date,
  ): Promise<void> => {
    await erased.deleteMany({ sessionId })
    for (const [page, clients] of clientsOf) {
      const _id = documentName(sessionId, page)
      // an open page may be stored for the first time after this
      const empty = { sessionId, page, sealed: seal(encodeStateAsUpdate(new Doc())), rev: 1, at }
      await insertOnce(pages, { _id, ...empty })
      for (;;) {
        const row = await pages.findOne({ _id })
        if (!row) break
        const without = [...new Set([...(row.without ?? []), ...clients])]
        const sealed = seal(withoutClients(open(row), without))
        const $set = { sealed, without, rev: row.rev + 1 }
        const written = await pages.updateOne({ _id, rev: row.rev }, { $set })
        if (written.matchedCount > 0) break
      }
    }
  },

  /** The clients of erased seats by the name of the page, for pages that are open. */
  erasedClients: async (sessionId: string): Promise<Map<string, number[]>> => {
    const rows = await pages
      .find({ sessionId, without: { $exists: true } }, { projection: { without: 1 } })
      .toArray()
    return new Map(rows.map(({ _id, without = [] }) => [_id, without]))
  },

  erase: async (sessionIds: readonly string[]): Promise<void> => {
    await erased.deleteMany({ sessionId: { $in: [...sessionIds] } })
    await pages.deleteMany({ sessionId: { $in: [...sessionIds] } })
  },
})

/** No other object has such an id, and the board shows what it means. */
const erasedId = (id: string, at: Date): string => `${id}~${at.getTime().toString(36)}`

function updateWith(id: string, value: unknown): Uint8Array {
  const doc = new Doc()
  doc.getMap('o').set(id, value)
  return encodeStateAsUpdate(doc)
}
