import { collection } from '@darsi/kit/mongo/collection.ts'
import type { SealedFile } from '@darsi/kit/storage/sealed-files.ts'
import type { Connection } from 'mongoose'

/** A complete file. It is its sender's alone until a message or a homework names it. */
export type MaterialDocument = {
  /** That of its upload. */
  _id: string
  by: string
  /** Sealed. */
  name: string
  file: SealedFile
  /** The conversation that it was sent to; null before. */
  threadId: string | null
  /** As its message is: hidden from the other side. */
  held: boolean
  at: Date
}

export function createMaterialStore(database: Connection) {
  const materials = collection<MaterialDocument>(database, 'materials', [
    { key: { by: 1 } },
    { key: { threadId: 1 } },
    { key: { 'file.key': 1 } },
    { key: { at: 1 }, partialFilterExpression: { threadId: null } },
  ])
  return {
    collection: materials,

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

    send: async (ids: readonly string[], by: string, to: { threadId: string; held: boolean }) => {
      await materials.updateMany({ _id: { $in: [...ids] }, by }, { $set: to })
    },

    hasFile: async (key: string): Promise<boolean> =>
      (await materials.countDocuments({ 'file.key': key }, { limit: 1 })) > 0,
  }
}

export type MaterialStore = ReturnType<typeof createMaterialStore>
