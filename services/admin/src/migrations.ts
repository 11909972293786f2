import { foldLetters } from '@darsi/contracts/fold-text.ts'
import type { Migration } from '@darsi/kit/migrate.ts'
import type { Collection } from './migration-collection.ts'

const batch = 500

/**
 * Rows keep the names in the letters they are searched by. When the rules of folding change, rows of older code are
 * found by the old letters until this has been through; a new migration with the same body then does it again.
 */
export function migrations(users: Collection): readonly Migration[] {
  return [{ id: '2026-11-21-search-letters', run: (alive) => foldAgain(users, alive) }]
}

async function foldAgain(users: Collection, alive: () => Promise<void>): Promise<{ changed: number }> {
  let changed = 0
  let after = ''
  for (;;) {
    const rows = await users
      .find(
        { _id: { $gt: after } },
        {
          sort: { _id: 1 },
          limit: batch,
          projection: { fullName: 1, email: 1, searchName: 1, searchEmail: 1 },
        },
      )
      .toArray()
    for (const { _id, fullName = '', email = '', searchName, searchEmail } of rows) {
      const fresh = { searchName: foldLetters(fullName), searchEmail: foldLetters(email) }
      if (fresh.searchName === (searchName ?? '') && fresh.searchEmail === (searchEmail ?? '')) continue
      // an event that came meanwhile has written the letters itself
      changed += (await users.updateOne({ _id, fullName, email }, { $set: fresh })).modifiedCount
    }
    const last = rows.at(-1)
    if (!last) return { changed }
    after = last._id
    await alive()
  }
}
