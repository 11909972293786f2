import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { SealedFile, SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import type { Connection } from 'mongoose'

/** A complete file. It is its sender's alone until a message or a homework names it. */
export type MaterialDocument = {
  /** That of its upload. */
  _id: string
  by: string
  /** Sealed. */
  name: string
  /** Sealed: the sender's own name for it where a neutral one replaced it; evidence alone shows it. */
  original: string | null
  file: SealedFile
  /** The conversation that it was sent to; null before. */
  threadId: string | null
  /** As its message is. */
  held: boolean
  adultsOnly: boolean
  at: Date
}

type Unsent = Pick<MaterialDocument, '_id' | 'by' | 'name' | 'at'>
type Content = { bytes: Buffer; type: SealedFile['type'] }
type Filter =
  | { by: string; _id?: { $in: string[] } }
  | { threadId: string }
  | { threadId: null; at: { $lte: Date } }

export function createMaterialStore(database: Connection, files: SealedFiles) {
  const materials = collection<MaterialDocument>(database, 'materials', [
    { key: { by: 1 } },
    { key: { threadId: 1 } },
    { key: { 'file.key': 1 } },
    { key: { at: 1 }, partialFilterExpression: { threadId: null } },
  ])
  return {
    collection: materials,

    /** A file that is not sent yet. Of two calls with one id one keeps its file. */
    keep: async (unsent: Unsent, content: Content): Promise<MaterialDocument> => {
      const file = await files.put('materials', content)
      const material: MaterialDocument = {
        ...unsent,
        original: null,
        file,
        threadId: null,
        held: false,
        adultsOnly: false,
      }
      if (!(await insertOnce(materials, material))) await files.remove(file)
      return (await materials.findOne({ _id: unsent._id })) ?? material
    },

    /** The file goes first, so that a crash repeats it. */
    remove: async (filter: Filter): Promise<number> => {
      let count = 0
      for await (const { _id, file } of materials.find(filter)) {
        await files.remove(file)
        await materials.deleteOne({ _id })
        count++
      }
      return count
    },

    find: (id: string) => materials.findOne({ _id: id }),

    /** By their ids; those that were erased are missing. */
    findAll: async (ids: readonly string[]): Promise<ReadonlyMap<string, MaterialDocument>> => {
      if (ids.length === 0) return new Map()
      const found = await materials.find({ _id: { $in: [...ids] } }).toArray()
      return new Map(found.map((material) => [material._id, material]))
    },

    ofSender: (by: string) => materials.find({ by }),

    unsentOf: (by: string) => materials.countDocuments({ by, threadId: null }),

    countOfThread: (threadId: string) => materials.countDocuments({ threadId }),

    /** The sender's files of that conversation or of none yet. */
    sendable: (ids: readonly string[], by: string, threadId: string): Promise<MaterialDocument[]> =>
      materials.find({ _id: { $in: [...ids] }, by, threadId: { $in: [null, threadId] } }).toArray(),

    send: async (
      ids: readonly string[],
      by: string,
      to: Pick<MaterialDocument, 'held' | 'adultsOnly'> & { threadId: string },
    ) => {
      await materials.updateMany({ _id: { $in: [...ids] }, by }, { $set: to })
    },

    /** With its message, which a guardian lets through. */
    release: async (ids: readonly string[], threadId: string): Promise<void> => {
      await materials.updateMany({ _id: { $in: [...ids] }, threadId }, { $set: { held: false } })
    },

    /** Once: the first name stays the original. @param name sealed */
    rename: async ({ _id, name: original }: MaterialDocument, name: string): Promise<void> => {
      await materials.updateOne({ _id, original: null }, { $set: { name, original } })
    },

    hasFile: async (key: string): Promise<boolean> =>
      (await materials.countDocuments({ 'file.key': key }, { limit: 1 })) > 0,
  }
}

export type MaterialStore = ReturnType<typeof createMaterialStore>
