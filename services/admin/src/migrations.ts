import { foldLetters } from '@darsi/contracts/fold-text.ts'
import type { Migration } from '@darsi/kit/migrate.ts'
import type { Collection } from './migration-collection.ts'

const batch = 500

export function migrations(users: Collection): readonly Migration[] {
  return [
    { id: '2026-11-21-search-letters', run: (alive) => foldAgain(users, alive) },
    { id: '2026-11-21-notes-for-teachers', run: (alive) => forgetNotes(users, alive) },
  ]
}

/**
 * Rows keep the names in the letters they are searched by. When the rules of folding change, rows of older code are
 * found by the old letters until this has been through; a new migration with the same body then does it again.
 */
async function foldAgain(users: Collection, alive: () => Promise<void>): Promise<{ changed: number }> {
  const fields = { fullName: 1, email: 1, searchName: 1, searchEmail: 1 }
  return eachRow(
    users,
    fields,
    alive,
    async ({ _id, fullName = '', email = '', searchName, searchEmail }) => {
      const fresh = { searchName: foldLetters(fullName), searchEmail: foldLetters(email) }
      if (fresh.searchName === (searchName ?? '') && fresh.searchEmail === (searchEmail ?? '')) return 0
      // an event that came meanwhile has written the letters itself
      return (await users.updateOne({ _id, fullName, email }, { $set: fresh })).modifiedCount
    },
  )
}

/** Older code showed administrators what learners and parents wrote for the teacher. */
async function forgetNotes(users: Collection, alive: () => Promise<void>): Promise<{ changed: number }> {
  return eachRow(
    users,
    { role: 1, registrationNotes: 1 },
    alive,
    async ({ _id, role, registrationNotes }) => {
      if (role === 'admin' || !registrationNotes) return 0
      return (await users.updateOne({ _id }, { $set: { registrationNotes: '' } })).modifiedCount
    },
  )
}

type Row = Awaited<ReturnType<ReturnType<Collection['find']>['toArray']>>[number]

async function eachRow(
  users: Collection,
  projection: object,
  alive: () => Promise<void>,
  change: (row: Row) => Promise<number>,
): Promise<{ changed: number }> {
  let changed = 0
  for (let after = ''; ; await alive()) {
    const options = { sort: { _id: 1 }, limit: batch, projection }
    const rows = await users.find({ _id: { $gt: after } }, options).toArray()
    for (const row of rows) changed += await change(row)
    const last = rows.at(-1)
    if (!last) return { changed }
    after = last._id
  }
}
