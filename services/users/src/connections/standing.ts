import type { Profile } from '../profile.ts'
import { isListed } from '../profile.ts'
import type { Connection } from './connection.ts'
import type { Parties } from './parties.ts'

export type Gone = 'teacher' | 'learner' | 'consent'

/** What an open connection rests on and has lost; null while all of it stands. */
export function whatIsGone(
  connection: Connection,
  { teacher, student, child }: Pick<Parties, 'teacher' | 'student' | 'child'>,
  { guardians, isConsented }: { guardians: readonly Profile[]; isConsented: boolean },
): Gone | null {
  if (!isListed(teacher)) return 'teacher'
  if (connection.studentId && student?.status !== 'approved') return 'learner'
  if (!connection.childId) return connection.minor ? 'consent' : null
  if (!child) return 'learner'
  // a suspended guardian can neither read along nor consent
  if (!guardians.some(({ status }) => status === 'approved')) return 'consent'
  return connection.needs.guardian === 'agreed' && !isConsented ? 'consent' : null
}
