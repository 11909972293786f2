import { collection } from '@darsi/kit/mongo/collection.ts'
import type { SealedFile } from '@darsi/kit/storage/sealed-files.ts'
import type { Connection } from 'mongoose'

/** A file that is arriving: its pieces are sealed files of their own until it is complete. */
export type UploadDocument = {
  _id: string
  by: string
  /** Sealed. */
  name: string
  size: number
  offset: number
  pieces: SealedFile<'piece'>[]
  at: Date
}

export function createUploadStore(database: Connection) {
  const uploads = collection<UploadDocument>(database, 'uploads', [
    { key: { by: 1 } },
    { key: { at: 1 } },
    { key: { 'pieces.key': 1 }, sparse: true },
  ])
  return {
    collection: uploads,

    find: (id: string, by: string) => uploads.findOne({ _id: id, by }),

    countOf: (by: string) => uploads.countDocuments({ by }),

    bytesOf: async (by: string): Promise<number> => {
      const found = await uploads.find({ by }, { projection: { size: 1 } }).toArray()
      return found.reduce((sum, { size }) => sum + size, 0)
    },

    /** @returns false when another piece was added there first, or the upload is gone */
    addPiece: async (id: string, offset: number, piece: SealedFile<'piece'>): Promise<boolean> => {
      const change = { $push: { pieces: piece }, $inc: { offset: piece.size } }
      return (await uploads.updateOne({ _id: id, offset }, change)).modifiedCount === 1
    },

    hasFile: async (key: string): Promise<boolean> =>
      (await uploads.countDocuments({ 'pieces.key': key }, { limit: 1 })) > 0,
  }
}

export type UploadStore = ReturnType<typeof createUploadStore>
