import type { Collection } from 'mongoose'
import type { UserRow } from '../user-row.ts'

/** Names that half the country shares would compare everyone with everyone. */
const maxCompared = 200

/** `score.ts` writes the keys: these are of a telephone or a mailbox. */
const isContact = (key: string) => /^[pe]:/.test(key)

/**
 * Whom an account is compared with. A telephone or a mailbox says the most, so whoever shares one is found first and
 * apart: however many share the name, they do not crowd these out.
 */
export async function candidates(
  rows: Pick<Collection, 'find'>,
  userId: string,
  keys: readonly string[],
): Promise<UserRow[]> {
  const sharing = async (some: readonly string[]): Promise<UserRow[]> => {
    if (some.length === 0) return []
    const filter = { dupKeys: { $in: some }, _id: { $ne: userId }, erasure: null, erasedAt: null }
    // `as`: ids of ours are strings, and the schema of the users' rows
    return (await rows
      .find(filter as never)
      .limit(maxCompared)
      .toArray()) as unknown as UserRow[]
  }
  const byContact = await sharing(keys.filter(isContact))
  const byName = await sharing(keys.filter((key) => !isContact(key)))
  return [...byContact, ...byName]
}
