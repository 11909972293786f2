import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { SealedFile } from '@darsi/kit/storage/sealed-files.ts'
import type { Connection } from 'mongoose'

/** A teacher's photo; the id of the document is the teacher's. */
type PhotoDocument = Outboxed & {
  /** Names it in addresses; another one with each upload. */
  photoId: string | null
  file: SealedFile | null
  at: Date | null
  erasedAt: Date | null
}
type Photo = { photoId: string; file: SealedFile; at: Date }
export type PhotoStore = ReturnType<typeof createPhotoStore>

export function createPhotoStore(database: Connection, outbox: Outbox) {
  const photos = collection<PhotoDocument>(database, 'photos', [
    { key: { photoId: 1 }, partialFilterExpression: { photoId: { $type: 'string' } } },
    { key: { 'file.key': 1 }, sparse: true },
    outboxIndex,
  ])
  const open = async (teacherId: string): Promise<void> => {
    const empty = { photoId: null, file: null, at: null, erasedAt: null, outbox: [] }
    await inserted(photos.updateOne({ _id: teacherId }, { $setOnInsert: empty }, { upsert: true }))
  }
  const none = { photoId: null, file: null, at: null }

  return {
    collection: photos,

    of: async (teacherId: string): Promise<Photo | null> => {
      const { photoId, file, at } = (await photos.findOne({ _id: teacherId })) ?? none
      return photoId && file && at ? { photoId, file, at } : null
    },
    byPhotoId: (photoId: string) => photos.findOne({ photoId }),
    hasFile: async (key: string): Promise<boolean> =>
      (await photos.countDocuments({ 'file.key': key }, { limit: 1 })) > 0,

    /** @returns the photo before, or `erased` where the account is no more */
    set: async (teacherId: string, photo: Photo): Promise<{ before: SealedFile | null } | 'erased'> => {
      await open(teacherId)
      const before = await photos.findOneAndUpdate(
        { _id: teacherId, erasedAt: null },
        { $set: photo, $inc: { v: 1 } },
        { returnDocument: 'before' },
      )
      return before ? { before: before.file } : 'erased'
    },

    /** @returns the removed file; null when there was none */
    remove: async (teacherId: string): Promise<SealedFile | null> => {
      const change = { $set: none, $inc: { v: 1 } }
      // an event that comes again must not change the document again
      const kept = { _id: teacherId, file: { $ne: null } }
      const before = await photos.findOneAndUpdate(kept, change, { returnDocument: 'before' })
      return before?.file ?? null
    },

    /** The same with an event, for an administrator. @throws problem `stale-version` for another photo than the seen one */
    removeBy: async (
      teacherId: string,
      seen: string | undefined,
      event: EventInput<'photo.removed'>,
    ): Promise<SealedFile | null> => {
      let removed: SealedFile | null = null
      await outbox.update(photos, teacherId, ({ file, photoId }) => {
        if (file && seen !== undefined && photoId !== seen) throw problem('stale-version')
        removed = file
        return file ? { update: { $set: none }, event } : null
      })
      return removed
    },

    /** Refuses a later upload too. */
    erase: async (teacherId: string, at: Date): Promise<void> => {
      await open(teacherId)
      await photos.updateOne(
        { _id: teacherId, erasedAt: null },
        { $set: { ...none, erasedAt: at }, $inc: { v: 1 } },
      )
    },
  }
}
