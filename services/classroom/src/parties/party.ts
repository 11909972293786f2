import { isOpenConnection } from '@darsi/contracts/calls/users/connections-api.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { partOf, type Roster } from './roster.ts'

/** Read model of a connection, as far as its lessons need it. */
export type ConnectionRow = Omit<Roster, 'blocked' | 'guardianIds'> & {
  _id: string
  guardianIds: string[]
  /** All accounts above, to find the lessons of an account. */
  partyIds: string[]
  /** All that were ever in `partyIds`: an event may remove an account before its erasure arrives. */
  everIds: string[]
  /** Of a learner without an account. */
  studentName: string
}

/** Read model of an account that is party of a connection. */
export type PersonRow = {
  _id: string
  fullName?: string
  namedAt?: Date
  isSuspended?: boolean
  erasedAt?: Date | null
}

/** A connection and its people. */
export type Party = { roster: Roster; names: ReadonlyMap<string, string>; studentName: string }

export function partyOf(connection: ConnectionRow, people: readonly PersonRow[]): Party {
  const blocked = people.filter((row) => row.isSuspended || row.erasedAt).map(({ _id }) => _id)
  const names = new Map(people.map((row) => [row._id, row.fullName ?? '']))
  return { roster: { ...connection, blocked }, names, studentName: connection.studentName }
}

/**
 * Only the family reads a minor's full name; the teacher reads the first name, and only while the connection is open.
 * The other families of a group read first names.
 */
export function nameFor({ roster, names }: Party, userId: string, viewerId: string): string {
  const name = names.get(userId) ?? ''
  const isOfGroup = viewerId !== '' && partOf(roster, viewerId) === null
  if (isOfGroup && userId !== roster.teacherId) return firstNameOf(name)
  if (!roster.minor || viewerId !== roster.teacherId || userId !== roster.studentId) return name
  return isOpenConnection(roster) ? firstNameOf(name) : ''
}
