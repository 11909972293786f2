import type { Child } from '../children/child.ts'
import type { ChildStore } from '../children/child-store.ts'
import type { Profile } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { Connection } from './connection.ts'

/** The people of a connection; null where an account or a child was erased. */
export type Parties = {
  teacher: Profile | null
  student: Profile | null
  child: Child | null
  guardians: Profile[]
}

type Ids = Pick<Connection, 'teacherId' | 'studentId' | 'childId' | 'guardianIds'>
export type PartyParts = {
  profiles: Pick<ProfileStore, 'findAll'>
  children: Pick<ChildStore, 'byIds'>
}

export async function partiesOf(parts: PartyParts, connection: Ids): Promise<Parties> {
  return (await loadParties(parts, [connection]))(connection)
}

export async function loadParties(
  { profiles, children }: PartyParts,
  connections: readonly Ids[],
): Promise<(connection: Ids) => Parties> {
  const accounts = connections.flatMap(({ teacherId, studentId, guardianIds }) => [
    teacherId,
    ...(studentId ? [studentId] : []),
    ...guardianIds,
  ])
  const childIds = connections.flatMap(({ childId }) => (childId ? [childId] : []))
  const [people, kids] = await Promise.all([profiles.findAll(accounts), children.byIds(childIds)])
  const byId = new Map(kids.map((child) => [child._id, child]))
  return ({ teacherId, studentId, childId, guardianIds }) => ({
    teacher: people.get(teacherId) ?? null,
    student: (studentId && people.get(studentId)) || null,
    child: (childId && byId.get(childId)) || null,
    guardians: guardianIds.map((userId) => people.get(userId)).filter((one) => one !== undefined),
  })
}

type Family = {
  studentId?: string | null | undefined
  childId?: string | null | undefined
  guardianIds: readonly string[]
}

/** The learner, with or without an account, and the guardians: a block by or of one of them holds for each connection. */
export const familyOf = ({ studentId, childId, guardianIds }: Family): string[] => [
  ...(studentId ? [studentId] : []),
  ...(childId ? [childId] : []),
  ...guardianIds,
]
