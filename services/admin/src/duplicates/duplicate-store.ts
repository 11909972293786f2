import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
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

    /** Inserts new pairs and updates open ones, each in one round trip, so that other events do not wait long. */
    put: async (found: ReadonlyMap<string, Comparison>, at: Date): Promise<void> => {
      if (found.size === 0) return
      const rows = [...found].map(([pair, comparison]) => newPair(pair, comparison, at))
      await outbox.insertMany(pairs, rows)
      await pairs.bulkWrite(
        rows.map(({ doc: { _id, similarity, matchType, evidence } }) => ({
          updateOne: {
            filter: { _id, status: 'open' as const },
            update: { $set: { similarity, matchType, evidence } },
          },
        })),
      )
    },

    /** Deletes open pairs of an account that no longer look alike; one whose review is not published yet stays. */
    remove: async (userId: string, ids: readonly string[]): Promise<void> => {
      if (ids.length > 0)
        await pairs.deleteMany({ users: userId, status: 'open', ...decisionsSent, _id: { $in: ids } })
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
        order: byTime('detectedAt', -1),
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
     * Deletes the pairs of an account whose decisions are published.
     * @throws problem `unavailable` while the event of a decision waits, so that the erasure is retried after it
     */
    erase: async (userId: string): Promise<void> => {
      await pairs.deleteMany({ users: userId, ...decisionsSent })
      if ((await pairs.countDocuments({ users: userId })) > 0) throw problem('unavailable')
    },
  }
}

/** The event that a pair was found may be lost with the pair. */
const decisionsSent = { outbox: { $not: { $elemMatch: { type: { $ne: 'duplicate.found' } } } } }

function newPair(_id: string, { isDuplicate: _, ...comparison }: Comparison, at: Date) {
  const users = _id.split('.')
  const [userId = '', other = ''] = users
  const event: EventInput<'duplicate.found'> = {
    type: 'duplicate.found',
    data: { pairId: _id, userId, other, by: '', at: at.toISOString() },
  }
  const doc = { _id, users, status: 'open' as const, detectedAt: at, ...undecided, ...comparison }
  return { doc, events: [event] }
}
