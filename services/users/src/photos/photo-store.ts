import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { SealedFile } from '@darsi/kit/storage/sealed-files.ts'
import type { Connection } from 'mongoose'

/** The file of a photo; the id is that of its upload. The teacher's profile names the newest and the public one. */
type Photo = { _id: string; teacherId: string; file: SealedFile; at: Date }
export type PhotoStore = ReturnType<typeof createPhotoStore>

export function createPhotoStore(database: Connection) {
  const photos = collection<Photo>(database, 'photos', [
    { key: { teacherId: 1 } },
    { key: { 'file.key': 1 }, sparse: true },
  ])

  return {
    collection: photos,
    find: (photoId: string) => photos.findOne({ _id: photoId }),
    of: (teacherId: string) => photos.find({ teacherId }).toArray(),
    hasFile: async (key: string): Promise<boolean> =>
      (await photos.countDocuments({ 'file.key': key }, { limit: 1 })) > 0,
    /** @returns false for a repeated call */
    add: (photo: Photo): Promise<boolean> => insertOnce(photos, photo),
    remove: async (photoId: string): Promise<void> => void (await photos.deleteOne({ _id: photoId })),
  }
}
