import type { Profile } from '../profile.ts'
import { isListed } from '../profile.ts'
import type { Connection } from './connection.ts'
import type { Parties } from './parties.ts'

export type Gone = 'teacher' | 'learner' | 'consent'
type Facts = {
  guardians: readonly Profile[]
  isConsented: boolean
  /** The learner is one today, whatever was known when the connection was asked for. */
  isMinor: boolean
}

/** What an open connection rests on and has lost; null while all of it stands. */
export function whatIsGone(
  connection: Connection,
  { teacher, student, child }: Pick<Parties, 'teacher' | 'student' | 'child'>,
  { guardians, isConsented, isMinor }: Facts,
): Gone | null {
  if (!isListed(teacher)) return 'teacher'
  if (connection.studentId && student?.status !== 'approved') return 'learner'
  // asked for as an adult's: no guardian consented and no administrator looked
  if (isMinor && !connection.minor) return 'consent'
  if (!connection.childId) return connection.minor ? 'consent' : null
  if (!child) return 'learner'
  // a suspended guardian can neither read along nor consent
  if (!guardians.some(({ status }) => status === 'approved')) return 'consent'
  return connection.needs.guardian === 'agreed' && !isConsented ? 'consent' : null
}
