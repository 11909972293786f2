import { movedMark } from '@darsi/contracts/rules/board-limits.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import { applyUpdate, Doc, decodeUpdate, encodeStateAsUpdate, type Item } from 'yjs'

/**
 * For which seat of a group a Yjs client writes. Each browser tab has a client id of its own, and every change keeps
 * the id of the client that made it first, also when another tab sends it again. No account is stored.
 */
type WriterRow = { _id: string; sessionId: string; page: string; client: number; seat: string }
type Writers = Collection<WriterRow>
export type BoardWriters = ReturnType<typeof createBoardWriters>

/** A lesson has some ten tabs; more than this on one page is abuse. */
const maxClients = 2000

export const writerCollection = (database: Database): Writers =>
  collection<WriterRow>(database, 'boardwriters', [{ key: { sessionId: 1, seat: 1 } }])

export function createBoardWriters(writers: Writers) {
  const noted = new WeakMap<Doc, Set<number>>()
  return {
    /**
     * The first one to use a client id owns it. A tab names itself before others can see its id, so nobody takes it
     * in advance.
     * @param seat null outside groups, where a board is erased as a whole
     */
    note: async (
      { name, document }: { name: string; document: Doc },
      clients: readonly number[],
      seat: () => Promise<string | null>,
    ): Promise<void> => {
      const known = noted.get(document) ?? new Set()
      noted.set(document, known)
      const unknown = [...new Set(clients)].filter((client) => !known.has(client))
      if (unknown.length === 0) return
      if (known.size + unknown.length > maxClients) throw new Error('too many writers on one page')
      const of = await seat()
      const [sessionId = '', page = ''] = name.split('/')
      for (const client of unknown) {
        if (of !== null)
          await insertOnce(writers, { _id: `${name}/${client}`, sessionId, page, client, seat: of })
        known.add(client)
      }
    },

    /** The client ids of a seat, for each page where it has some. */
    of: async (sessionId: string, seat: string): Promise<Map<string, number[]>> => {
      const rows = await writers.find({ sessionId, seat }).toArray()
      return new Map(
        [...Map.groupBy(rows, ({ page }) => page)].map(([page, ofPage]) => [
          page,
          ofPage.map(({ client }) => client),
        ]),
      )
    },

    erase: async (sessionIds: readonly string[]): Promise<void> => {
      await writers.deleteMany({ sessionId: { $in: [...sessionIds] } })
    },
  }
}

/** The Yjs clients whose changes an update brings. */
export const clientsIn = (update: Uint8Array): number[] => [
  ...new Set(decodeUpdate(update).structs.map(({ id }) => id.client)),
]

/** The page without the objects that these clients made, whoever changed them later. */
export function withoutClients(update: Uint8Array, clients: readonly number[] = []): Uint8Array {
  if (clients.length === 0) return update
  const document = new Doc()
  applyUpdate(document, update)
  eraseObjects(document, clients)
  return encodeStateAsUpdate(document)
}

/** Deletes the objects that these clients made. Tabs that have the document open follow. */
export function eraseObjects(document: Doc, clients: readonly number[]): void {
  const objects = document.getMap('o')
  const isTheirs = (id: string) => {
    const made = objects._map.get(id)
    return made !== undefined && clients.includes(firstOf(made).id.client)
  }
  const theirs = [...objects.keys()].filter((id) => {
    // a new place belongs to its object, whoever moved it
    const moved = id.endsWith(movedMark) ? id.slice(0, -movedMark.length) : id
    return isTheirs(objects._map.has(moved) ? moved : id)
  })
  // origin as Hocuspocus names it: what an erasure removes is not kept as evidence
  document.transact(
    () => {
      for (const id of theirs) objects.delete(id)
    },
    { source: 'local' },
  )
}

/** Yjs keeps the chain of all values that a key had, without their content. */
function firstOf(item: Item): Item {
  let first = item
  while (first.left) first = first.left
  return first
}
