import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Projected } from '@darsi/kit/events/projection.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { collection, type Filter, type Update } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/**
 * One person's unread messages of one thread. A quiet period starts with the first unread message and ends when that
 * message or its notice is read; it causes one notice and at most one mail.
 */
export type Unread = Projected & {
  threadId: string
  userId: string
  /** Number of the period's first message; null when all is read. */
  first: number | null
  last: number
  /** When the mail is due; null after it was created, or when all is read. */
  dueAt: Date | null
  /** When the push message is due; null after it was queued, or when all is read. */
  pushAt: Date | null
  /** Recipient and sender of the newest message; removed with the period. */
  sealed?: string
  /** The sender named in `sealed`; absent once that account is erased. */
  by?: string
  /** When the thread is removed; absent before that is announced. */
  removeAt?: Date
}
/** A row whose mail has a recipient. */
type Addressed = Unread & { sealed: string }
/** Recipient of the mail of a quiet period, and the sender of its newest message; empty when that account is erased. */
export type Waiting = { email: string; fullName: string; language: Language; from: string }
/** product.md: a mail when a message was unread for this long. */
export const quietMs = 15 * 60_000

/** Delay of the push message: a person with the conversation open reads the message meanwhile and gets none. */
export const pushMs = 3 * 60_000

const removed = { sealed: 1, by: 1 } as const

type Due = { dueAt: Date; pushAt: Date }
type Period = Due & { waiting: Waiting; by: string }
type Source = { threadId: string; userId: string; sequence: number }

export type UnreadStore = ReturnType<typeof createUnreadStore>

export function createUnreadStore(connection: Connection, sealer: Pick<Sealer, 'seal' | 'unseal'>) {
  const rows = collection<Unread>(connection, 'unreads', [
    { key: { dueAt: 1 } },
    { key: { pushAt: 1 } },
    { key: { userId: 1 } },
    { key: { by: 1 }, sparse: true },
    { key: { removeAt: 1 }, expireAfterSeconds: 0 },
  ])
  const idOf = ({ threadId, userId }: Source) => `${threadId}.${userId}`
  // each event counts once, also when it is delivered again
  const newer = (source: Source) => ({ _id: idOf(source), 'src.users': { $not: { $gte: source.sequence } } })
  const update = async (filter: Filter<Unread>, change: Update<Unread>, upsert = false): Promise<boolean> => {
    const written = await rows.updateOne(filter, change, { upsert })
    return written.matchedCount + written.upsertedCount > 0
  }

  return {
    collection: rows,

    find: (threadId: string, userId: string): Promise<Unread | null> =>
      rows.findOne({ _id: `${threadId}.${userId}` }),

    /**
     * Adds a message; the first one of a period sets the due time, the newest one recipient and sender.
     * @param message.over first message of a period that this message does not continue
     */
    add: async (
      source: Source,
      { number, over = null }: { number: number; over?: number | null },
      period: Period,
    ): Promise<void> => {
      const { threadId, userId, sequence } = source
      const { waiting, by, ...due } = period
      const more = { last: number, sealed: sealer.seal(waiting), by, 'src.users': sequence }
      if (await update({ ...newer(source), first: { $nin: [null, over] } }, { $set: more })) return
      // the row exists and has applied this event
      await inserted(
        update(newer(source), { $set: { threadId, userId, first: number, ...due, ...more } }, true),
      )
    },

    /** Ends the period when all of it is read; after a part, the rest is a new one. */
    read: async (source: Source, number: number, due: Due): Promise<void> => {
      const applied = { 'src.users': source.sequence }
      const over = { first: null, dueAt: null, pushAt: null, ...applied }
      if (await update({ ...newer(source), last: { $lte: number } }, { $set: over, $unset: removed })) return
      const rest = { first: number + 1, ...due, ...applied }
      await update({ ...newer(source), first: { $ne: null, $lte: number } }, { $set: rest })
    },

    due: (now: Date, limit = 200): Promise<Unread[]> =>
      rows.find({ dueAt: { $lte: now } }, { sort: { dueAt: 1 }, limit }).toArray(),

    duePushes: (now: Date, limit = 200): Promise<Unread[]> =>
      rows.find({ pushAt: { $lte: now } }, { sort: { pushAt: 1 }, limit }).toArray(),
    settlePush: async ({ _id, first }: Unread): Promise<void> => {
      await update({ _id, first }, { $set: { pushAt: null } })
    },

    /**
     * The mail was created, or is not wanted: no further one in this period. The recipient remains for the next period,
     * which begins when only a part is read.
     */
    settle: async ({ _id, first }: Unread): Promise<void> => {
      await update({ _id, first }, { $set: { dueAt: null } })
    },

    /** Whether the mails and push messages of that time were sent is not known: the notices remain. */
    dropRestored: async (restoredAt: Date): Promise<void> => {
      const upTo = (ms: number) => ({ $lte: new Date(restoredAt.getTime() + ms) })
      await rows.updateMany({ pushAt: upTo(pushMs) }, { $set: { pushAt: null } })
      await rows.updateMany({ dueAt: upTo(quietMs) }, { $set: { dueAt: null }, $unset: removed })
    },

    /** The rows that hold a recipient: those of a reader, or those that name a sender. */
    waiting: (of: { userId: string } | { by: string }): Promise<Addressed[]> =>
      rows.find<Addressed>({ ...of, sealed: { $exists: true } }).toArray(),
    // `as`: sealed by `add`
    waitingOf: ({ sealed }: Pick<Addressed, 'sealed'>) => sealer.unseal(sealed) as Waiting,
    /** Replaces recipient or sender, unless they changed since the row was read. */
    reseal: async ({ _id, sealed }: Addressed, waiting: Waiting): Promise<void> => {
      const change = { $set: { sealed: sealer.seal(waiting) } }
      await update({ _id, sealed }, waiting.from === '' ? { ...change, $unset: { by: 1 } } : change)
    },

    /** The database removes the rows together with the thread, of whose removal no event is sent. */
    expire: async (threadId: string, userIds: readonly string[], removeAt: Date): Promise<void> => {
      await rows.updateMany(
        { _id: { $in: userIds.map((id) => `${threadId}.${id}`) } },
        { $set: { removeAt } },
      )
    },

    erase: async (userId: string): Promise<void> => {
      await rows.deleteMany({ userId })
    },
  }
}
