import type { NoticePlace } from '@darsi/contracts/rules/notice-place.ts'
import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import { byTime, type Order, pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from 'mongoose'
import type { NoticeKind } from '../mails/texts.ts'

/** An in-app notification: a kind without text, so that it is shown in its owner's current language. */
type Notice = {
  _id: string
  userId: string
  kind: NoticeKind
  /** Absent in a notice about the account. */
  place?: NoticePlace
  createdAt: Date
  /** When it was stored here, which may be later than its event: streams resume by it. */
  keptAt: Date
  readAt: Date | null
  /** Its subject, by which it can be withdrawn. */
  about?: string | readonly string[]
  /** Sequence of its event. */
  sequence?: number
  /** Kept as withdrawn, so that a repeated event does not restore it. */
  takenBackAt: Date | null
}

const newestFirst: Order<Notice> = byTime('createdAt', -1)

/** @param date the database's time: a stream of another process asks for what was kept since then */
export function createNoticeStore(connection: Connection, date: () => Date) {
  const notices = collection<Notice>(connection, 'notices', [
    { key: { userId: 1, createdAt: -1, _id: -1 } },
    { key: { userId: 1, keptAt: 1 } },
    { key: { about: 1 }, sparse: true },
    { key: { createdAt: 1 }, expireAfterSeconds: retentionSeconds('notices') },
  ])
  return {
    collection: notices,
    keep: async (
      notice: Pick<Notice, '_id' | 'userId' | 'kind' | 'place' | 'createdAt' | 'about' | 'sequence'>,
    ): Promise<void> => {
      await insertOnce(notices, { ...notice, keptAt: date(), readAt: null, takenBackAt: null })
    },
    /** Newest first, with the number of unread ones. */
    page: async (userId: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) => {
      const filter = { userId, takenBackAt: null }
      const [page, unread] = await Promise.all([
        pageOf(notices, { filter, order: newestFirst, limit, cursor }),
        notices.countDocuments({ ...filter, readAt: null }),
      ])
      return { ...page, unread }
    },
    /** Stored since then, oldest first; after a long absence with more notices the page reloads the list anyway. */
    since: (userId: string, at: Date): Promise<Pick<Notice, '_id'>[]> => {
      const kept = { userId, takenBackAt: null, keptAt: { $gte: at } }
      return notices.find(kept, { projection: { _id: 1 }, sort: { keptAt: 1 }, limit: 100 }).toArray()
    },
    isKept: async (_id: string): Promise<boolean> =>
      (await notices.countDocuments({ _id }, { limit: 1 })) === 1,
    isRead: async (_id: string): Promise<boolean> =>
      (await notices.countDocuments({ _id, readAt: { $ne: null } }, { limit: 1 })) === 1,
    markRead: async (userId: string, ids: readonly string[] | undefined, at: Date): Promise<void> => {
      const filter = { userId, readAt: null, ...(ids && { _id: { $in: ids } }) }
      await notices.updateMany(filter, { $set: { readAt: at } })
    },
    /** Withdraws unread notices of earlier events. @returns their owners */
    takeBack: async (about: string, sequence: number, at: Date): Promise<string[]> => {
      const earlier = { about, sequence: { $lt: sequence } }
      // a notice about several lessons is withdrawn with the last of them
      await notices.updateMany({ ...earlier, 'about.1': { $exists: true } }, [
        { $set: { about: { $setDifference: ['$about', [about]] } } },
      ])
      const filter = { ...earlier, 'about.1': { $exists: false }, readAt: null, takenBackAt: null }
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
