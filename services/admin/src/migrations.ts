import { foldLetters } from '@darsi/contracts/fold-text.ts'
import type { Migration } from '@darsi/kit/migrate.ts'
import { connectionLetters } from './connections/connection-row.ts'
import type { Collection, Row } from './migration-collection.ts'
import { ticketLetters } from './ticket-store.ts'

const batch = 500

type Collections = { users: Collection; connections: Collection; tickets: Collection }

/**
 * Rows keep the names in the letters they are searched by. When the rules of folding change, rows of older code are
 * found by the old letters until this has been through; new migrations with the same bodies then do it again.
 */
export function migrations({ users, connections, tickets }: Collections): readonly Migration[] {
  return [
    { id: '2026-11-21-search-letters', run: (alive) => foldAgain(users, ofUsers, alive) },
    { id: '2026-11-21-notes-for-teachers', run: (alive) => forgetNotes(users, alive) },
    {
      id: '2026-11-21-search-letters-of-connections',
      run: (alive) => foldAgain(connections, ofConnections, alive),
    },
    { id: '2026-11-21-search-letters-of-tickets', run: (alive) => foldAgain(tickets, ofTickets, alive) },
  ]
}

type Texts = Readonly<Record<string, string>>
type Letters = {
  /** What the letters are made of. */
  of: readonly string[]
  /** Null where nothing is to be found by. */
  fold: (texts: Texts, id: string) => Texts | null
  /** What tells running processes of the change. */
  mark?: object
}

const ofUsers: Letters = {
  of: ['fullName', 'email'],
  fold: ({ fullName = '', email = '' }) => ({
    searchName: foldLetters(fullName),
    searchEmail: foldLetters(email),
  }),
  mark: { $currentDate: { changedAt: true } },
}
const ofConnections: Letters = {
  of: ['studentName', 'teacherName', 'subject'],
  // of people who are erased nothing is searched
  fold: ({ studentName = '', teacherName = '', subject = '' }) =>
    studentName || teacherName
      ? { searchText: connectionLetters({ studentName, teacherName, subject }) }
      : null,
}
const ofTickets: Letters = {
  of: ['name', 'email'],
  fold: ({ name = '', email = '' }, _id) => ({ searchText: ticketLetters({ _id, name, email }) }),
}

function foldAgain(
  rows: Collection,
  { of, fold, mark = {} }: Letters,
  alive: () => Promise<void>,
): Promise<{ changed: number }> {
  return eachRow(rows, {}, alive, async (row) => {
    const read = Object.fromEntries(of.map((name) => [name, String(row[name] ?? '')]))
    const fresh = fold(read, row._id)
    if (!fresh || Object.entries(fresh).every(([name, letters]) => letters === (row[name] ?? ''))) return 0
    // an event that came meanwhile has written the letters itself
    return (await rows.updateOne({ _id: row._id, ...read }, { $set: fresh, ...mark })).modifiedCount
  })
}

/** Older code showed administrators what learners and parents wrote for the teacher. */
function forgetNotes(users: Collection, alive: () => Promise<void>): Promise<{ changed: number }> {
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

async function eachRow(
  rows: Collection,
  projection: object,
  alive: () => Promise<void>,
  change: (row: Row) => Promise<number>,
): Promise<{ changed: number }> {
  let changed = 0
  for (let after = ''; ; await alive()) {
    const options = { sort: { _id: 1 }, limit: batch, projection }
    const found = await rows.find({ _id: { $gt: after } }, options).toArray()
    for (const row of found) changed += await change(row)
    const last = found.at(-1)
    if (!last) return { changed }
    after = last._id
  }
}
