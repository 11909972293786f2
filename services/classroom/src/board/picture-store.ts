import { randomUUID } from 'node:crypto'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import type { FileType } from '@darsi/kit/storage/file-type.ts'
import type { SealedFile, SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import type { Connection as Database } from 'mongoose'

/** A picture on a board. Its file is sealed in the storage; the page contains its id. */
type PictureRow = {
  _id: string
  sessionId: string
  /** Removed when that account is erased and the board stays. */
  by: string | null
  file: SealedFile
  at: Date
}
export type Pictures = Collection<PictureRow>
export type PictureStore = ReturnType<typeof createPictureStore>
type Content = { bytes: Buffer; type: FileType }

/** Their place in the storage. */
export const pictureFolder = 'boards'
const maxPictures = 60

export const pictureCollection = (database: Database): Pictures =>
  collection<PictureRow>(database, 'pictures', [
    { key: { sessionId: 1 } },
    { key: { by: 1 } },
    { key: { 'file.key': 1 } },
  ])

export function createPictureStore(pictures: Pictures, files: SealedFiles) {
  const remove = async (row: PictureRow): Promise<void> => {
    // the file first: a crash in between leaves a row, which a repeated removal finds
    await files.remove(row.file)
    await pictures.deleteOne({ _id: row._id })
  }
  return {
    /** @throws problem `classroom-pictures-full` */
    add: async (sessionId: string, by: string, content: Content, at: Date): Promise<PictureRow> => {
      const file = await files.put(pictureFolder, content)
      const row = { _id: randomUUID(), sessionId, by, file, at }
      await pictures.insertOne(row)
      // counted afterwards: two uploads at once cannot both take the last place
      if ((await pictures.countDocuments({ sessionId })) <= maxPictures) return row
      await remove(row)
      throw problem('classroom-pictures-full')
    },
    remove,

    /** @returns null for a picture of another lesson, or one that was removed */
    read: async (sessionId: string, id: string): Promise<Content | null> => {
      const row = await pictures.findOne({ _id: id, sessionId })
      const bytes = row && (await files.get(row.file))
      return bytes ? { bytes, type: row.file.type } : null
    },

    /** One after the other, so that a board full of pictures does not lie in memory as a whole. */
    of: async function* (sessionId: string): AsyncGenerator<Content & { id: string }> {
      for await (const { _id: id, file } of pictures.find({ sessionId })) {
        const bytes = await files.get(file)
        if (bytes) yield { id, bytes, type: file.type }
      }
    },

    erase: async (sessionIds: readonly string[]): Promise<void> => {
      for await (const row of pictures.find({ sessionId: { $in: [...sessionIds] } })) await remove(row)
    },
    /** The pictures of one account on a board that others keep. */
    eraseOf: async (sessionId: string, by: string): Promise<void> => {
      for await (const row of pictures.find({ sessionId, by })) await remove(row)
    },
    /** Removes an erased account's id from pictures on boards that are kept. */
    forget: async (userId: string): Promise<void> => {
      await pictures.updateMany({ by: userId }, { $set: { by: null } })
    },
    isNamed: async (key: string): Promise<boolean> =>
      (await pictures.countDocuments({ 'file.key': key }, { limit: 1 })) > 0,
  }
}
