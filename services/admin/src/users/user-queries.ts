import type { Collection } from '@darsi/kit/mongo/collection.ts'
import { isVisible, type UserRow, visibleFields } from '../people/user-row.ts'

const batchSize = 1000

export function createUserQueries(users: Collection<UserRow>) {
  /** The visible rows with these ids, in this order. */
  const byIds = async (ids: readonly string[], fields: object = {}): Promise<UserRow[]> => {
    const projection = Object.keys(fields).length === 0 ? fields : { ...fields, ...visibleFields }
    // by id alone: with more conditions the query planner may choose an index that reads every row
    const found = await users.find({ _id: { $in: ids } }, { projection, batchSize }).toArray()
    const byId = new Map(found.filter(isVisible).map((row) => [row._id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  return {
    byIds,

    byId: async (id: string): Promise<UserRow | null> => (await byIds([id]))[0] ?? null,

    names: async (ids: readonly string[]): Promise<Map<string, string>> => {
      const found = await users.find({ _id: { $in: ids } }, { projection: { fullName: 1 } }).toArray()
      return new Map(found.map(({ _id, fullName }) => [_id, String(fullName ?? '')]))
    },

    /** The address that the account's owner has confirmed, also while the account is being erased. */
    provenEmail: async (_id: string): Promise<string | undefined> =>
      (await users.findOne({ _id }, { projection: { provenEmail: 1 } }))?.provenEmail ?? undefined,

    /** False until the row exists and its registration was applied. */
    hasStatus: async (_id: string): Promise<boolean> =>
      (await users.countDocuments({ _id, status: { $exists: true } })) > 0,

    /** Name and contact of these accounts, also while one is being erased; erased ones are left out. */
    identities: async (ids: readonly string[]) => {
      const found = await users.find({ _id: { $in: ids }, erasedAt: null }).toArray()
      const rows = found.filter(({ createdAt }) => createdAt !== undefined)
      return rows.map(({ _id: userId, role, fullName, email, phone, status }) => ({
        ...{ userId, role, status, fullName: fullName ?? '', email: email ?? '', phone: phone ?? '' },
      }))
    },

    isErased: async (_id: string): Promise<boolean> =>
      Boolean((await users.findOne({ _id }, { projection: { erasedAt: 1 } }))?.erasedAt),

    /** Those of these accounts that are erased, or about to be, each with the start of its erasure. */
    erasedSince: async (ids: readonly string[]): Promise<{ userId: string; since: Date }[]> => {
      const rows = await users
        .find({ _id: { $in: ids } }, { projection: { erasure: 1, erasedAt: 1 } })
        .toArray()
      return rows.flatMap(({ _id: userId, erasure, erasedAt }) => {
        const since = erasure?.at ?? erasedAt
        return since ? [{ userId, since }] : []
      })
    },

    /** True when one of these accounts is erased, or about to be. */
    isAnyErased: async (ids: readonly string[]): Promise<boolean> =>
      (await users.countDocuments({
        _id: { $in: ids },
        $or: [{ erasure: { $ne: null } }, { erasedAt: { $ne: null } }],
      })) > 0,
  }
}
