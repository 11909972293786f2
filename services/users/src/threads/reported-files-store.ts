import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { SealedFile, SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import type { Connection } from 'mongoose'
import type { MaterialDocument } from '../materials/material-store.ts'

/**
 * Copies of the files that a report is about: evidence that survives the erasure of the conversation and of its people.
 * Administrators alone open them.
 */
export type ReportedFiles = Outboxed & {
  threadId: string
  files: { id: string; by: string | null; name: string; sentAt: Date; file: SealedFile }[]
  at: Date
  /** Administrators who opened them. */
  views: { by: string; at: Date }[]
}

export const reportedFolder = 'reported'

export function createReportedFilesStore(database: Connection, outbox: Outbox) {
  const reported = collection<ReportedFiles>(database, 'reported-files', [
    { key: { 'files.by': 1 } },
    { key: { 'files.file.key': 1 } },
    { key: { at: 1 } },
    outboxIndex,
  ])
  return {
    collection: reported,

    /** Once per report: a repeated event keeps the first copies. @returns how many there are */
    keep: async (
      files: SealedFiles,
      { id: _id, threadId, at }: { id: string; threadId: string; at: Date },
      materials: readonly MaterialDocument[],
    ): Promise<number> => {
      const found = await reported.findOne({ _id })
      if (found) return found.files.length
      const copies: ReportedFiles['files'] = []
      for (const { _id: id, by, name, original, at: sentAt, file } of materials) {
        const bytes = await files.get(file)
        if (!bytes) continue
        copies.push({
          id,
          by,
          name: original ?? name,
          sentAt,
          file: await files.put(reportedFolder, { bytes, type: file.type }),
        })
      }
      if (copies.length === 0) return 0
      const kept = await insertOnce(reported, {
        _id,
        threadId,
        files: copies,
        at,
        views: [],
        v: 0,
        outbox: [],
      })
      if (!kept) for (const { file } of copies) await files.remove(file)
      return copies.length
    },

    /** The event about the view goes to the audit log. @throws problem `not-found` */
    view: async (id: string, by: string, at: Date): Promise<ReportedFiles> => {
      const found = await outbox.update(reported, id, ({ threadId }) => ({
        update: { $push: { views: { by, at } } },
        event: {
          type: 'safety.files-viewed',
          data: { reportId: id, threadId, by, at: at.toISOString() },
        },
      }))
      if (!found) throw problem('not-found')
      return found
    },

    /** @returns null for a file that is not part of it, or for an administrator who did not open them within the last hour */
    file: async (id: string, file: string, { by, at }: { by: string; at: Date }) => {
      const since = new Date(at.getTime() - hourMs)
      const found = await reported.findOne({ _id: id, views: { $elemMatch: { by, at: { $gt: since } } } })
      return found?.files.find((one) => one.id === file)?.file ?? null
    },

    hasFile: async (key: string): Promise<boolean> =>
      (await reported.countDocuments({ 'files.file.key': key }, { limit: 1 })) > 0,

    /** The copies stay, without the account. */
    erase: async (userId: string): Promise<void> => {
      const found = await reported.find({ 'files.by': userId }).toArray()
      for (const { _id, files } of found) {
        const without = files.map((file) => (file.by === userId ? { ...file, by: null } : file))
        await reported.updateOne({ _id }, { $set: { files: without } })
      }
    },

    removeBefore: async (files: SealedFiles, before: Date): Promise<number> => {
      let count = 0
      for await (const { _id, files: copies } of reported.find({ at: { $lte: before }, outboxAt: null })) {
        for (const { file } of copies) await files.remove(file)
        count += (await reported.deleteOne({ _id })).deletedCount
      }
      return count
    },
  }
}

export type ReportedFilesStore = ReturnType<typeof createReportedFilesStore>
