import { type ConnectionStatus, isOpenConnection } from '../calls/users/connections-api.ts'
import { isErasedChild } from '../rules/erased-child.ts'

/** What read models of connections keep of the learner's side. */
type Parties = {
  studentId: string | null
  guardianIds: string[]
  partyIds: string[]
  /** Of a learner without an account. */
  studentName: string
}
type Row = Parties & { status: ConnectionStatus }
type GuardianLeft = { accountId?: string | undefined; guardianIds: readonly string[] }

/**
 * The parties of a child's connection after `guardian.left`. `users` sends no event about a closed connection that it has
 * hidden or removed. An account that took over the child's data becomes the learner.
 * @returns null for an open connection, which follows its own events, unless the child was erased
 */
export function afterGuardianLeft(
  row: Row,
  { accountId, guardianIds: current }: GuardianLeft,
): Parties | null {
  const others = (ids: readonly string[]) =>
    ids.filter((id) => current.includes(id) || !row.guardianIds.includes(id))
  const studentId = row.studentId ?? accountId ?? null
  const guardianIds = others(row.guardianIds)
  const isErased = isErasedChild({ studentId, guardianIds })
  if (isOpenConnection(row) && !isErased) return null
  const added = studentId && !row.studentId ? [studentId] : []
  return {
    ...{ studentId, guardianIds, partyIds: [...others(row.partyIds), ...added] },
    studentName: studentId || isErased ? '' : row.studentName,
  }
}
