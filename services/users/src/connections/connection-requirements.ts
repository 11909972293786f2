import { isListed, type Profile } from '../profiles/profile.ts'
import type { Connection } from './connection.ts'
import type { Parties } from './connection-parties.ts'

type Facts = {
  guardians: readonly Profile[]
  isConsented: boolean
  /** Whether the learner is a minor today, whatever the connection says. */
  isMinor: boolean
  /** An administrator keeps the teacher and the learner apart. */
  isApart: boolean
}

/** What an open connection requires and no longer has; null while it has everything. */
export function missingRequirement(
  connection: Connection,
  { teacher, student, child }: Pick<Parties, 'teacher' | 'student' | 'child'>,
  { guardians, isConsented, isMinor, isApart }: Facts,
): 'teacher' | 'learner' | 'consent' | null {
  if (!isListed(teacher) || isApart) return 'teacher'
  if (connection.studentId && student?.status !== 'approved') return 'learner'
  // requested as an adult's: no guardian consented and no administrator reviewed it
  if (isMinor && !connection.minor) return 'consent'
  if (!connection.childId) return connection.minor ? 'consent' : null
  if (!child) return 'learner'
  // a suspended guardian can neither read along nor consent
  if (!guardians.some(({ status }) => status === 'approved')) return 'consent'
  return connection.needs.guardian === 'agreed' && !isConsented ? 'consent' : null
}
