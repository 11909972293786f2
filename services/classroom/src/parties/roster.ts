import type { ClassroomPart } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import type { ConnectionStatus } from '@darsi/contracts/calls/users/connections-api.ts'

/** The people who may be in the room: the connection's current state. */
export type Roster = {
  teacherId: string
  /** Null for a child without an account, who uses a guardian's device. */
  studentId: string | null
  childId: string | null
  guardianIds: readonly string[]
  minor: boolean
  learnerBirthYear: number | null
  videoWithdrawn: boolean
  status: ConnectionStatus
  /** Suspended or erased accounts. */
  blocked: readonly string[]
}

export function partOf(
  { teacherId, studentId, guardianIds, blocked }: Roster,
  userId: string,
): ClassroomPart | null {
  if (blocked.includes(userId)) return null
  if (userId === teacherId) return 'teacher'
  if (userId === studentId) return 'learner'
  return guardianIds.includes(userId) ? 'guardian' : null
}
