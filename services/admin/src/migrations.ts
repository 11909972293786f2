import { foldLetters } from '@darsi/contracts/reference/fold-text.ts'
import { changeRows, type Migration } from '@darsi/kit/mongo/migrate.ts'
import { connectionSearchText } from './connections/connection-row.ts'
import { erasedFields } from './erasures/at-erasure.ts'
import { ticketSearchText } from './tickets/ticket.ts'

export type Row = { _id: string } & Readonly<Record<string, unknown>>
/** The operations that a migration needs of a collection of any rows. */
export type Collection = {
  find(filter: object, options: object): { toArray(): Promise<Row[]> }
  updateOne(filter: object, update: object): Promise<{ modifiedCount: number }>
}
type Collections = {
  users: Collection
  connections: Collection
  tickets: Collection
  careChanges: Collection
}

/**
 * Rows store the folded names that they are searched by. When the folding rules change, new migrations with the same
 * bodies fold all rows again; until then older rows are found by the old folding.
 */
export function migrations({ users, connections, tickets, careChanges }: Collections): readonly Migration[] {
  return [
    { id: '2026-11-21-search-letters', run: (alive) => foldAgain(users, ofUsers, alive) },
    { id: '2026-11-21-notes-for-teachers', run: (alive) => forgetNotes(users, alive) },
    {
      id: '2026-11-21-search-letters-of-connections',
      run: (alive) => foldAgain(connections, ofConnections, alive),
    },
    { id: '2026-11-21-search-letters-of-tickets', run: (alive) => foldAgain(tickets, ofTickets, alive) },
    { id: '2026-11-22-proven-addresses', run: (alive) => noteProven(users, alive) },
    { id: '2026-11-27-names-of-care-changes', run: (alive) => forgetChildNames(careChanges, alive) },
    { id: '2026-11-28-fields-of-erased-accounts', run: (alive) => emptyTombstones(users, alive) },
  ]
}

type Texts = Readonly<Record<string, string>>
type FoldedFields = {
  /** The fields that are folded. */
  of: readonly string[]
  /** Null for a row that must not be found. */
  fold: (texts: Texts, id: string) => Texts | null
  /** An update that makes running processes reload the row. */
  mark?: object
}

const ofUsers: FoldedFields = {
  of: ['fullName', 'email'],
  fold: ({ fullName = '', email = '' }) => ({
    searchName: foldLetters(fullName),
    searchEmail: foldLetters(email),
  }),
  mark: { $currentDate: { changedAt: true } },
}
const ofConnections: FoldedFields = {
  of: ['studentName', 'teacherName', 'subject'],
  // rows of erased people must not be found
  fold: ({ studentName = '', teacherName = '', subject = '' }) =>
    studentName || teacherName
      ? { searchText: connectionSearchText({ studentName, teacherName, subject }) }
      : null,
}
const ofTickets: FoldedFields = {
  of: ['name', 'email'],
  fold: ({ name = '', email = '' }, _id) => ({ searchText: ticketSearchText({ _id, name, email }) }),
}

function foldAgain(
  rows: Collection,
  { of, fold, mark = {} }: FoldedFields,
  alive: () => Promise<void>,
): Promise<{ changed: number }> {
  return changeRows(rows, { alive }, async (row) => {
    const read = Object.fromEntries(of.map((name) => [name, String(row[name] ?? '')]))
    const fresh = fold(read, row._id)
    if (!fresh || Object.entries(fresh).every(([name, text]) => text === (row[name] ?? ''))) return false
    // an event that arrived meanwhile has written the folded names itself
    return (await rows.updateOne({ _id: row._id, ...read }, { $set: fresh, ...mark })).modifiedCount === 1
  })
}

/** Older releases showed administrators what learners and parents wrote for the teacher. */
function forgetNotes(users: Collection, alive: () => Promise<void>): Promise<{ changed: number }> {
  const projection = { role: 1, registrationNotes: 1 } as const
  return changeRows(users, { projection, alive }, async ({ _id, role, registrationNotes }) => {
    if (role === 'admin' || !registrationNotes) return false
    return (await users.updateOne({ _id }, { $set: { registrationNotes: '' } })).modifiedCount === 1
  })
}

/** Rows of older releases store only that the address was confirmed, not which one. */
function noteProven(users: Collection, alive: () => Promise<void>): Promise<{ changed: number }> {
  const projection = { email: 1, emailVerifiedAt: 1, provenEmail: 1 } as const
  return changeRows(users, { projection, alive }, async ({ _id, email, emailVerifiedAt, provenEmail }) => {
    if (!emailVerifiedAt || !email || provenEmail) return false
    const unchanged = { _id, email, provenEmail: null }
    return (await users.updateOne(unchanged, { $set: { provenEmail: email } })).modifiedCount === 1
  })
}

/** Older releases kept the child's first name after the decision. */
function forgetChildNames(careChanges: Collection, alive: () => Promise<void>): Promise<{ changed: number }> {
  const projection = { status: 1, childName: 1 } as const
  return changeRows(careChanges, { projection, alive }, async ({ _id, status, childName }) => {
    if (status === 'waiting' || !childName) return false
    // a change that was requested again meanwhile needs its name
    const over = { _id, status: { $ne: 'waiting' } }
    return (await careChanges.updateOne(over, { $set: { childName: '' } })).modifiedCount === 1
  })
}

/** Older releases kept place, proofs and other fields of erased accounts. Nothing else writes such a row. */
function emptyTombstones(users: Collection, alive: () => Promise<void>): Promise<{ changed: number }> {
  return changeRows(users, { projection: { erasedAt: 1 }, alive }, async ({ _id, erasedAt }) => {
    if (!erasedAt) return false
    return (await users.updateOne({ _id }, { $unset: erasedFields })).modifiedCount === 1
  })
}
