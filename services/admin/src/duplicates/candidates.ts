import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { UserRow } from '../people/user-row.ts'

/** Limits the comparisons for a very common name. */
const maxCompared = 200

/** Keys of a telephone or a mailbox, as `score.ts` writes them. */
const isContact = (key: string) => /^[pe]:/.test(key)

/**
 * The accounts that an account is compared with. Those with the same telephone or mailbox are queried apart, so that
 * many accounts with the same name do not push them beyond the limit.
 */
export async function candidates(
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
