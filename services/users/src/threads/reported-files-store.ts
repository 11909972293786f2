import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { SealedFile } from '@darsi/kit/storage/sealed-files.ts'
import type { Connection } from 'mongoose'
import type { MaterialDocument } from '../materials/material-store.ts'

/**
 * The files that a report is about: evidence that survives the erasure of the conversation and of its people, because a
 * stored file is removed only when nothing names it. Administrators alone open them.
 */
export type ReportedFiles = Outboxed & {
  threadId: string
  files: {
    id: string
    by: string | null
    name: string
    sentAt: Date
    file: SealedFile
    /** Its sender's account was closed before the report: super-admins alone open it. */
    closed: boolean
  }[]
  at: Date
  /** Administrators who opened them. */
  views: { by: string; at: Date; withClosed: boolean; sealed: string }[]
}

export function createReportedFilesStore(database: Connection, outbox: Outbox) {
  const reported = collection<ReportedFiles>(database, 'reported-files', [
    { key: { 'files.by': 1 } },
    { key: { 'files.file.key': 1 } },
    { key: { at: 1 } },
    outboxIndex,
  ])
  return {
    collection: reported,

    /**
     * Once per report: a repeated event keeps the first list.
     * @param closed accounts of senders
     * @returns how many there are
     */
    keep: async (
      { id: _id, threadId, at }: { id: string; threadId: string; at: Date },
      materials: readonly MaterialDocument[],
      closed: ReadonlySet<string>,
    ): Promise<number> => {
      if (materials.length === 0) return 0
      const named = materials.map(({ _id: id, by, name, original, at: sentAt, file }) => {
        const isClosed = closed.has(by)
        return { id, by: isClosed ? null : by, name: original ?? name, sentAt, file, closed: isClosed }
      })
      await insertOnce(reported, { _id, threadId, files: named, at, views: [], v: 0, outbox: [] })
      return (await reported.findOne({ _id }))?.files.length ?? 0
    },

    /** The event about the view goes to the audit log. @throws problem `not-found` */
    view: async (id: string, view: ReportedFiles['views'][number]): Promise<ReportedFiles> => {
      const { by, at } = view
      const found = await outbox.update(reported, id, ({ threadId }) => ({
        update: { $push: { views: view } },
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
      const found = await reported.findOne({ _id: id })
      const views = found?.views.filter((view) => view.by === by && view.at > since) ?? []
      const mayRead = (closed: boolean) => views.some(({ withClosed }) => withClosed || !closed)
      return found?.files.find((one) => one.id === file && mayRead(one.closed))?.file ?? null
    },

    hasFile: async (key: string): Promise<boolean> =>
      (await reported.countDocuments({ 'files.file.key': key }, { limit: 1 })) > 0,

    /** The files stay, without the account. */
    erase: async (userId: string): Promise<void> => {
      const found = await reported.find({ 'files.by': userId }).toArray()
      for (const { _id, files } of found) {
        const without = files.map((file) => (file.by === userId ? { ...file, by: null } : file))
        await reported.updateOne({ _id }, { $set: { files: without } })
      }
    },

    /** @param dropFile removes a stored file that nothing names */
    removeBefore: async (before: Date, dropFile: (file: SealedFile) => Promise<void>): Promise<number> => {
      let count = 0
      for await (const { _id, files: copies } of reported.find({ at: { $lte: before }, outboxAt: null })) {
        count += (await reported.deleteOne({ _id })).deletedCount
        for (const { file } of copies) await dropFile(file)
      }
      return count
    },
  }
}

export type ReportedFilesStore = ReturnType<typeof createReportedFilesStore>
