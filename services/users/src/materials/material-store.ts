import { problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
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
  /** What shows it now: `message`, or a homework or a hand-in by its id. Without any it is hidden. */
  namedBy: string[]
  /** As its message is. */
  held: boolean
  adultsOnly: boolean
  at: Date
}

type Unsent = Pick<MaterialDocument, '_id' | 'by' | 'name' | 'at'>
type Content = { bytes: Buffer; type: SealedFile['type'] }
type Filter =
  | { threadId: string }
  | { threadId: null; by: string; _id?: string }
  | { _id: string; by: string }
  | { threadId: null; at: { $lte: Date } }
type Hidden = { by: string } | { threadId: string } | { _id: string | { $in: string[] } }

/** Names of a file outside its material. The last one that is removed removes the file. */
type OtherNames = {
  /** By the id of the material. */
  isQuoted: (id: string) => Promise<boolean>
  /** By the key of the stored file. */
  isReported: (key: string) => Promise<boolean>
}

const mostListed = 200

export function createMaterialStore(
  database: Connection,
  files: SealedFiles,
  { isQuoted, isReported }: OtherNames,
) {
  const materials = collection<MaterialDocument>(database, 'materials', [
    { key: { by: 1 } },
    { key: { threadId: 1 } },
    { key: { 'file.key': 1 } },
    { key: { at: 1 }, partialFilterExpression: { threadId: null } },
  ])
  const hasFile = async (key: string): Promise<boolean> =>
    (await materials.countDocuments({ 'file.key': key }, { limit: 1 })) > 0 || isReported(key)

  const dropFile = async (file: SealedFile): Promise<void> => {
    if (!(await hasFile(file.key))) await files.remove(file)
  }

  /** Removes hidden files that no text names either. */
  const removeUnnamed = async (filter: Hidden): Promise<void> => {
    for await (const { _id, file } of materials.find({ ...filter, threadId: { $ne: null }, namedBy: [] })) {
      if (await isQuoted(_id)) continue
      // not one that is sent again at this moment
      const { deletedCount } = await materials.deleteOne({ _id, namedBy: [] })
      if (deletedCount > 0) await dropFile(file)
    }
  }

  return {
    ...materialQueries(materials),
    collection: materials,
    hasFile,
    dropFile,
    removeUnnamed,

    /** A file that is not sent yet. Of two calls with one id one keeps its file. */
    keep: async (unsent: Unsent, content: Content): Promise<MaterialDocument> => {
      const file = await files.put('materials', content)
      const material: MaterialDocument = {
        ...unsent,
        original: null,
        file,
        threadId: null,
        namedBy: [],
        held: false,
        adultsOnly: false,
      }
      if (!(await insertOnce(materials, material))) await files.remove(file)
      return (await materials.findOne({ _id: unsent._id })) ?? material
    },

    /** After a crash in between `removeOrphans` removes the file. */
    remove: async (filter: Filter): Promise<number> => {
      let count = 0
      for await (const { _id, file } of materials.find(filter)) {
        await materials.deleteOne({ _id })
        await dropFile(file)
        count++
      }
      return count
    },

    /** They are no longer shown there. What no other place shows or names is removed. */
    unname: async (ids: readonly string[], name: string): Promise<void> => {
      const ofIds = { _id: { $in: [...ids] } }
      await materials.updateMany(ofIds, { $pull: { namedBy: name } })
      await removeUnnamed(ofIds)
    },

    /** Hides everything that a closed account sent, except to these conversations. */
    hideOf: async (by: string, kept: readonly string[]): Promise<void> => {
      await materials.updateMany({ by, threadId: { $nin: [...kept] } }, { $set: { namedBy: [] } })
    },

    /** What no text names is removed. */
    hide: async (filter: { threadId: string } | { _id: string }): Promise<void> => {
      await materials.updateMany(filter, { $set: { namedBy: [] } })
      await removeUnnamed(filter)
    },

    /** @throws problem `not-found` for a file that was removed meanwhile */
    send: async (
      ids: readonly string[],
      by: string,
      {
        namedBy,
        ...to
      }: Pick<MaterialDocument, 'held' | 'adultsOnly'> & { threadId: string; namedBy: string },
    ): Promise<void> => {
      const filter = { _id: { $in: [...ids] }, by }
      const { matchedCount } = await materials.updateMany(filter, { $set: to, $addToSet: { namedBy } })
      if (matchedCount < new Set(ids).size) throw problem('not-found')
    },

    /** With its message, which a guardian lets through. */
    release: async (ids: readonly string[], threadId: string): Promise<void> => {
      await materials.updateMany({ _id: { $in: [...ids] }, threadId }, { $set: { held: false } })
    },

    /** Once: the first name stays the original. @param name sealed */
    rename: async ({ _id, name: original }: MaterialDocument, name: string): Promise<void> => {
      await materials.updateOne({ _id, original: null }, { $set: { name, original } })
    },
  }
}

const materialQueries = (materials: Collection<MaterialDocument>) => ({
  find: (id: string) => materials.findOne({ _id: id }),

  /** By their ids; those that were erased are missing. */
  findAll: async (ids: readonly string[]): Promise<ReadonlyMap<string, MaterialDocument>> => {
    if (ids.length === 0) return new Map()
    const found = await materials.find({ _id: { $in: [...ids] } }).toArray()
    return new Map(found.map((material) => [material._id, material]))
  },

  ofSender: (by: string) => materials.find({ by }),

  /**
   * The bytes of a sender's files. Of hidden files only those sent after `since` count: the sender cannot remove older
   * ones, and if the newer ones did not count, sending and withdrawing would fill the disk.
   */
  bytesOf: async (by: string, since: Date): Promise<number> => {
    const counted = { by, $or: [{ threadId: null }, { namedBy: { $ne: [] } }, { at: { $gt: since } }] }
    const sum = { $group: { _id: null, bytes: { $sum: '$file.size' } } }
    const [total] = await materials.aggregate<{ bytes: number }>([{ $match: counted }, sum]).toArray()
    return total?.bytes ?? 0
  },

  /** What its sender shows since that time or longer, the largest first. */
  shownBefore: (by: string, at: Date): Promise<MaterialDocument[]> => {
    const filter = { by, threadId: { $ne: null }, namedBy: { $ne: [] }, at: { $lte: at } }
    return materials.find(filter, { sort: { 'file.size': -1 }, limit: mostListed }).toArray()
  },

  unsentOf: (by: string) => materials.countDocuments({ by, threadId: null }),

  countOfThread: (threadId: string) => materials.countDocuments({ threadId }),

  /** The sender's files of that conversation or of none yet. */
  sendable: (ids: readonly string[], by: string, threadId: string): Promise<MaterialDocument[]> =>
    materials.find({ _id: { $in: [...ids] }, by, threadId: { $in: [null, threadId] } }).toArray(),
})

export type MaterialStore = ReturnType<typeof createMaterialStore>
