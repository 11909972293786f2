import { isDeepStrictEqual } from 'node:util'
import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { UserRow } from '../people/user-row.ts'
import type { UserStore } from '../users/user-store.ts'
import { pairId } from './duplicate-pair.ts'
import type { DuplicateStore } from './duplicate-store.ts'
import { type Comparison, compare, keysOf, type Person } from './score.ts'

type Deps = {
  users: Pick<UserStore, 'collection' | 'byId' | 'byIds'>
  duplicates: Pick<DuplicateStore, 'openOf' | 'put' | 'remove'>
}

export type DetectDuplicates = ReturnType<typeof createDetectDuplicates>

/** Compares an account with those that share a key with it; open pairs that no longer look alike are deleted. */
export function createDetectDuplicates({ users, duplicates }: Deps) {
  return async (userId: string, at: Date): Promise<void> => {
    // read before the comparison: a pair that another account's comparison finds meanwhile must not be deleted
    const open = await duplicates.openOf(userId)
    const keyed = await writeKeys(users, userId)
    if (!keyed) return
    const partners = await users.byIds(open.flatMap((pair) => pair.users.filter((id) => id !== userId)))
    const others = [...partners, ...(await candidates(users.collection, userId, keyed.dupKeys))]
    const found = new Map<string, Comparison>()
    for (const other of others) {
      if (!other.createdAt) continue
      const comparison = compare(keyed.person, personOf(other))
      if (comparison.isDuplicate) found.set(pairId(userId, other._id), comparison)
    }
    await duplicates.put(found, at)
    await duplicates.remove(
      userId,
      open.flatMap(({ _id }) => (found.has(_id) ? [] : [_id])),
    )
  }
}

/** Writes an account's keys until they match its row: a handler of another topic may change the row meanwhile. */
async function writeKeys({ collection, byId }: Deps['users'], userId: string) {
  const read = async () => {
    const row = await byId(userId)
    return row && { person: personOf(row), dupKeys: keysOf(personOf(row)) }
  }
  for (let before = await read(); before; ) {
    const { dupKeys } = before
    await collection.updateOne({ _id: userId, erasure: null, erasedAt: null }, { $set: { dupKeys } })
    const after = await read()
    if (after && isDeepStrictEqual(after.dupKeys, dupKeys)) return after
    before = after
  }
  return null
}

export function personOf(row: UserRow): Person {
  return {
    fullName: row.fullName,
    email: row.email,
    phone: row.phone,
    birthYear: row.birthYear,
    governorateId: row.location?.governorate_id ?? row.governorateId,
    delegationId: row.location?.delegation_id ?? null,
    role: row.role,
  }
}

/** Limits the comparisons for a very common name. */
const maxCompared = 200

/** Keys of a telephone or a mailbox, as `score.ts` writes them. */
const isContact = (key: string) => /^[pe]:/.test(key)

/**
 * The accounts that an account is compared with. Those with the same telephone or mailbox are queried apart, so that
 * many accounts with the same name do not push them beyond the limit.
 */
async function candidates(
  users: Collection<UserRow>,
  userId: string,
  keys: readonly string[],
): Promise<UserRow[]> {
  const sharing = async (some: readonly string[]): Promise<UserRow[]> =>
    some.length === 0
      ? []
      : users
          .find({ dupKeys: { $in: some }, _id: { $ne: userId }, erasure: null, erasedAt: null })
          .limit(maxCompared)
          .toArray()
  const byContact = await sharing(keys.filter(isContact))
  const byName = await sharing(keys.filter((key) => !isContact(key)))
  return [...byContact, ...byName]
}
