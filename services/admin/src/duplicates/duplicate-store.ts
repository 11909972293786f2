import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from 'mongoose'
import { changedFields } from '../stores/changed-fields.ts'
import { type DuplicatePair, type Moved, undecided } from './duplicate-pair.ts'
import type { Comparison } from './score.ts'

type PairDocument = DuplicatePair & Outboxed
type Page = { status?: DuplicatePair['status'] | undefined; limit: number; cursor?: string | undefined }

export type DuplicateStore = ReturnType<typeof createDuplicateStore>

export function createDuplicateStore(connection: Connection, outbox: Outbox) {
  const pairs = collection<PairDocument>(connection, 'duplicates', [
    { key: { status: 1, detectedAt: -1, _id: -1 } },
    { key: { users: 1 } },
    outboxIndex,
  ])
  return {
    collection: pairs,

    /** Inserts new pairs and updates open ones, in one round trip, so that other events do not wait long. */
    put: async (found: ReadonlyMap<string, Comparison>, at: Date): Promise<void> => {
      const writes = [...found].flatMap(([pair, comparison]) => writesOf(pair, comparison, at))
      if (writes.length > 0) await pairs.bulkWrite(writes)
    },

    /** Deletes open pairs of an account that no longer look alike; one whose event is not sent yet stays. */
    remove: async (userId: string, ids: readonly string[]): Promise<void> => {
      if (ids.length > 0)
        await pairs.deleteMany({ users: userId, status: 'open', outboxAt: null, _id: { $in: ids } })
    },

    /** @returns the pair as it is now, or null when there is none or `decide` changes nothing */
    update: (id: string, decide: (pair: DuplicatePair) => Moved | null): Promise<DuplicatePair | null> =>
      outbox.update(pairs, id, (found) => {
        const moved = decide(found)
        return (
          moved && {
            update: { $set: changedFields<DuplicatePair>(found, moved.changed) },
            event: moved.event,
          }
        )
      }),

    byId: (_id: string): Promise<DuplicatePair | null> => pairs.findOne({ _id }),

    page: ({ status, limit, cursor }: Page) =>
      pageOf(pairs, {
        filter: status ? { status } : {},
        order: [
          ['detectedAt', 'time', -1],
          ['_id', 'text', -1],
        ],
        limit,
        cursor,
      }),

    openOf: (userId: string): Promise<DuplicatePair[]> =>
      pairs.find({ users: userId, status: 'open' }).toArray(),

    /** Says of some of these accounts whether two may be one person: also of a pair that an administrator dismissed. */
    lookAlikes: async (userIds: readonly string[]): Promise<(some: readonly string[]) => boolean> => {
      const filter = {
        users: { $in: [...userIds] },
        status: { $in: ['open' as const, 'dismissed' as const] },
      }
      const found = await pairs.find(filter).toArray()
      return (some) => found.some(({ users }) => users.every((userId) => some.includes(userId)))
    },

    /** Merged pairs, those of one account or all. */
    merged: (userId?: string): Promise<DuplicatePair[]> =>
      pairs.find({ status: 'merged', ...(userId !== undefined && { users: userId }) }).toArray(),

    /**
     * Deletes the pairs of an account whose events are sent.
     * @throws problem `unavailable` while the event of a decision waits, so that the erasure is retried after it
     */
    erase: async (userId: string): Promise<void> => {
      await pairs.deleteMany({ users: userId, outboxAt: null })
      if ((await pairs.countDocuments({ users: userId })) > 0) throw problem('unavailable')
    },
  }
}

function writesOf(pair: string, { isDuplicate: _, ...comparison }: Comparison, at: Date) {
  // a pair that is deleted and found again starts at another version, or its event ids would repeat those of the first
  const v = Date.now()
  const inserted = { users: pair.split('.'), status: 'open' as const, detectedAt: at, ...undecided, v }
  const update = { $setOnInsert: { ...inserted, ...comparison } }
  return [
    { updateOne: { filter: { _id: pair }, update, upsert: true } },
    { updateOne: { filter: { _id: pair, status: 'open' as const }, update: { $set: comparison } } },
  ]
}
