import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import { type Order, pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from 'mongoose'
import type { NoticeKind } from '../mails/texts.ts'

/** An in-app notification: a kind and no text, so that it is read in whatever language its owner has then. */
export type Notice = {
  _id: string
  userId: string
  kind: NoticeKind
  createdAt: Date
  /** When it was kept here, which may be later than what it tells of: a stream resumes by it. */
  keptAt: Date
  readAt: Date | null
  /** What it tells of, when it may be taken back. */
  about?: string
  /** Of the event that it tells of. */
  sequence?: number
  /** Kept, so that its event, told again, does not bring it back. */
  takenBackAt?: Date | null
}

const newestFirst: Order<Notice> = [
  ['createdAt', 'time', -1],
  ['_id', 'text', -1],
]

export function createNoticeStore(connection: Connection) {
  const notices = collection<Notice>(connection, 'notices', [
    { key: { userId: 1, createdAt: -1, _id: -1 } },
    { key: { userId: 1, keptAt: 1 } },
    { key: { about: 1 }, sparse: true },
    { key: { createdAt: 1 }, expireAfterSeconds: retentionSeconds('notices') },
  ])
  return {
    collection: notices,
    keep: async (
      notice: Pick<Notice, '_id' | 'userId' | 'kind' | 'createdAt' | 'about' | 'sequence'>,
    ): Promise<void> => {
      await insertOnce(notices, { ...notice, keptAt: new Date(), readAt: null, takenBackAt: null })
    },
    /** Newest first, with the number of the unread ones. */
    page: async (userId: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) => {
      const filter = { userId, takenBackAt: null }
      const [page, unread] = await Promise.all([
        pageOf(notices, { filter, order: newestFirst, limit, cursor }),
        notices.countDocuments({ ...filter, readAt: null }),
      ])
      return { ...page, unread }
    },
    /** Kept since, oldest first; whoever was away so long that there are more reads the list anyway. */
    since: (userId: string, at: Date): Promise<Pick<Notice, '_id'>[]> => {
      const kept = { userId, takenBackAt: null, keptAt: { $gte: at } }
      return notices.find(kept, { projection: { _id: 1 }, sort: { keptAt: 1 }, limit: 100 }).toArray()
    },
    markRead: async (userId: string, ids: readonly string[] | undefined, at: Date): Promise<void> => {
      const filter = { userId, readAt: null, ...(ids && { _id: { $in: ids } }) }
      await notices.updateMany(filter, { $set: { readAt: at } })
    },
    /** What earlier events said and nobody has read. @returns whose they were */
    takeBack: async (about: string, sequence: number, at: Date): Promise<string[]> => {
      // not $lt: notices of an earlier release have none
      const filter = { about, sequence: { $not: { $gte: sequence } }, readAt: null, takenBackAt: null }
      const found = await notices.find(filter, { projection: { userId: 1 } }).toArray()
      if (found.length > 0) await notices.updateMany(filter, { $set: { takenBackAt: at } })
      return [...new Set(found.map(({ userId }) => userId))]
    },
    erase: async (userId: string): Promise<void> => {
      await notices.deleteMany({ userId })
    },
  }
}

export type NoticeStore = ReturnType<typeof createNoticeStore>
