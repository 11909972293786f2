import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { ChildDocument } from './child-document.ts'

const oldestFirst = { sort: { createdAt: 1, _id: 1 } } as const

/** Reads of children; tombstones are hidden unless a method says otherwise. */
export function createChildQueries(children: Collection<ChildDocument>) {
  const many = (filter: object) => children.find({ ...filter, erasedAt: null }, oldestFirst).toArray()
  const ids = async (filter: object, options: object = {}): Promise<string[]> =>
    (await children.find(filter, { ...options, projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)

  return {
    byId: (_id: string) => children.findOne({ _id, erasedAt: null }),
    byIds: (childIds: readonly string[]) => many({ _id: { $in: [...new Set(childIds)] } }),
    ofGuardian: (userId: string) => many({ guardianIds: userId }),
    /** The child, if this person is one of its guardians. */
    guarded: (_id: string, userId: string) => children.findOne({ _id, guardianIds: userId, erasedAt: null }),
    ofAccount: (accountId: string) => children.findOne({ accountId, erasedAt: null }),
    /** Children who are adults by their birth year alone. */
    bornBefore: (year: number) => many({ birthYear: { $gt: 0, $lt: year } }),
    /** Erased ones too, because their connections have to be closed. */
    changedSince: (since: Date) => ids({ changedAt: { $gte: since } }),
    isErased: async (_id: string): Promise<boolean> =>
      (await children.countDocuments({ _id, erasedAt: { $type: 'date' } })) > 0,
    /** Tombstones in the order of their ids. */
    erasedBefore: (until: Date, after: string, limit: number) =>
      ids({ erasedAt: { $lte: until }, _id: { $gt: after } }, { sort: { _id: 1 }, limit }),
  }
}
