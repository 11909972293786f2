import { isDeepStrictEqual } from 'node:util'
import type { DuplicateStatus } from '@darsi/contracts/duplicates.ts'
import type { EventType } from '@darsi/contracts/events.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Connection, Schema } from 'mongoose'
import { beyond, pageOf } from '../page-of.ts'
import type { UserRow } from '../user-row.ts'
import type { UserStore } from '../user-store.ts'
import { candidates } from './candidates.ts'
import { type Comparison, compare, keysOf, type Person } from './score.ts'

export type DuplicatePair = Outboxed &
  Omit<Comparison, 'isDuplicate'> & {
    users: string[]
    status: DuplicateStatus
    detectedAt: Date
    reviewedAt: Date | null
    reviewedBy: string
    decidedAt: Date | null
    decidedBy: string
    /** Of a merged pair: the account that stays, and until when the other can be brought back. */
    kept: string | null
    undoUntil: Date | null
  }

type DuplicateDeed = Extract<EventType, `duplicate.${string}`>
/** Who did what to a pair, for the audit log. */
export type Told = { type: DuplicateDeed; by: string; at: Date }
type Filters = { status?: DuplicateStatus | undefined; limit: number; cursor?: string | undefined }

/** Pairs of accounts that may be one person's. A pair that was dismissed stays away. */
export function duplicateStore(connection: Connection, users: UserStore, outbox: Outbox) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      users: [String],
      status: String,
      similarity: Number,
      matchType: String,
      evidence: [Object],
      detectedAt: Date,
      reviewedAt: Date,
      reviewedBy: String,
      decidedAt: Date,
      decidedBy: String,
      kept: String,
      undoUntil: Date,
      ...outboxFields,
    },
    { versionKey: false },
  )
  schema.index({ status: 1, detectedAt: -1, _id: -1 })
  schema.index({ users: 1 })
  indexOutbox(schema)
  const model = connection.model<DuplicatePair>('duplicate', schema, 'duplicates')
  const rows = users.model.collection
  // native: filters are our own, and mongoose takes operators out of them
  const pairs = model.collection

  /** One round trip for all: whoever registers again and again must not hold up the events of others. */
  const found = async (looksAlike: ReadonlyMap<string, Comparison>, at: Date) => {
    if (looksAlike.size === 0) return
    const writes = [...looksAlike].flatMap(([pair, { isDuplicate: _, ...told }]) => {
      // a pair that goes and comes back begins at another version, or its events would be those of the first one
      const fresh = { users: pair.split('.'), status: 'open', detectedAt: at, ...undecided, v: Date.now() }
      return [
        {
          updateOne: { filter: { _id: pair }, update: { $setOnInsert: { ...fresh, ...told } }, upsert: true },
        },
        { updateOne: { filter: { _id: pair, status: 'open' }, update: { $set: told } } },
      ]
    })
    // `as`: ids of ours are strings
    await pairs.bulkWrite(writes as never[])
  }

  const openPairs = async (userId: string): Promise<DuplicatePair[]> =>
    // `as`: the schema above
    (await pairs.find({ users: userId, status: 'open' } as never).toArray()) as unknown as DuplicatePair[]

  /** Writes an account's keys until they are those of its row: another topic's handler may change both meanwhile. */
  const withKeys = async (userId: string) => {
    const read = async () => {
      const row = await users.byId(userId)
      return row && { person: personOf(row), dupKeys: keysOf(personOf(row)) }
    }
    for (let before = await read(); before; ) {
      const { dupKeys } = before
      await rows.updateOne({ _id: userId, erasure: null, erasedAt: null } as never, { $set: { dupKeys } })
      const after = await read()
      if (after && isDeepStrictEqual(after.dupKeys, dupKeys)) return after
      before = after
    }
    return null
  }

  return {
    model,

    /** Compares one account with those that share a key with it; whatever no longer looks alike is taken back. */
    detect: async (userId: string, at: Date): Promise<void> => {
      // read before anything is compared: what another account's comparison finds meanwhile is not taken back
      const open = await openPairs(userId)
      const keyed = await withKeys(userId)
      if (!keyed) return
      const { person, dupKeys } = keyed
      const partners = await users.byIds(open.flatMap((pair) => pair.users.filter((id) => id !== userId)))
      const others = [...partners, ...(await candidates(rows, userId, dupKeys))]
      const looksAlike = new Map<string, Comparison>()
      for (const other of others) {
        if (!other.createdAt) continue
        const comparison = compare(person, personOf(other))
        if (comparison.isDuplicate) looksAlike.set(pairId(userId, other._id), comparison)
      }
      await found(looksAlike, at)
      const gone = open.flatMap(({ _id }) => (looksAlike.has(_id) ? [] : [_id]))
      if (gone.length > 0)
        await pairs.deleteMany({ users: userId, status: 'open', outboxAt: null, _id: { $in: gone } } as never)
    },

    find: async (id: string): Promise<DuplicatePair | null> => model.findById(id).lean<DuplicatePair>(),

    page: ({ status, limit, cursor }: Filters) =>
      pageOf<DuplicatePair>(pairs, {
        filter: status ? { status } : {},
        behind: behind(cursor),
        sort: { detectedAt: -1, _id: -1 },
        limit,
        cursorOf: (last) => `${last.detectedAt.getTime()}.${last._id}`,
      }),

    /** @returns the pair after the change, or null when it was not in that state any more */
    move: (
      id: string,
      from: DuplicateStatus,
      change: Partial<DuplicatePair>,
      { type, by, at }: Told,
    ): Promise<DuplicatePair | null> =>
      outbox.update(model, id, (pair) => {
        if (pair.status !== from) return null
        const [userId, other] = sides({ ...pair, kept: pair.kept ?? change.kept ?? null })
        return {
          update: { $set: change },
          event: { type, data: { pairId: id, userId, other, by, at: at.toISOString() } },
        }
      }),

    /** Merged pairs, those of one account or all. */
    merged: async (userId?: string): Promise<DuplicatePair[]> =>
      // `as`: the schema above
      (await pairs
        .find({ status: 'merged', ...(userId !== undefined && { users: userId }) } as never)
        .toArray()) as unknown as DuplicatePair[],

    /** Nothing is told any more of an account that is being erased, once the audit log knows what was decided. */
    erase: async (userId: string): Promise<void> => {
      await pairs.deleteMany({ users: userId, outboxAt: null } as never)
      if ((await pairs.countDocuments({ users: userId } as never)) > 0) throw problem('unavailable')
    },
  }
}

export type DuplicateStore = ReturnType<typeof duplicateStore>

const undecided = {
  reviewedAt: null,
  reviewedBy: '',
  decidedAt: null,
  decidedBy: '',
  kept: null,
  undoUntil: null,
}

/** The account that stays and the one that is closed; before a decision in the order of the pair's id. */
export function sides({
  users,
  kept,
}: Pick<DuplicatePair, 'users' | 'kept'>): [stays: string, other: string] {
  const [first = '', second = ''] = users
  return kept === second ? [second, first] : [first, second]
}

function pairId(a: string, b: string): string {
  return [a, b].sort().join('.')
}

export function personOf(row: UserRow): Person {
  return {
    fullName: row.fullName,
    email: row.email,
    phone: row.phone,
    birthYear: row.birthYear ?? null,
    governorateId: row.location?.governorate_id ?? row.governorateId,
    delegationId: row.location?.delegation_id ?? null,
    role: row.role,
  }
}

function behind(cursor: string | undefined): object {
  if (cursor === undefined) return {}
  const [, time, id] = /^(\d{1,15})\.(.{1,200})$/.exec(cursor) ?? []
  if (time === undefined || id === undefined) throw problem('cursor-invalid')
  return beyond('detectedAt', -1, new Date(Number(time)), id)
}
