import type { Alert as Answer } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { LessonStore } from '../analytics/lesson-store.ts'
import type { GuardianshipStore } from '../care/guardianship-store.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import type { UserStore } from '../users/user-store.ts'
import type { NewAlert } from './alert.ts'

type Reporter = Answer['reporter']
export type TrustDeps = {
  connectionQueries: Pick<ConnectionQueries, 'ofParty'>
  lessons: Pick<LessonStore, 'byIds'>
  guardianships: Pick<GuardianshipStore, 'guardiansOf'>
  users: Pick<UserStore, 'byIds'>
}

/**
 * What is known of the reporter: only a report by a known one pauses at once and notifies every administrator. One from
 * the form may name any id: its reporter is known with a proven address and a connection or family with whom it names.
 * Reports from conversations and rooms come from their members.
 */
export async function reporterOf(deps: TrustDeps, alert: NewAlert): Promise<Reporter> {
  const { by } = alert
  if (!alert.claimed || !by) return 'known'
  const [account] = await deps.users.byIds([by])
  if (account?.emailVerifiedAt === null) return 'unproven'
  const named = [alert.childId, alert.aboutUserId].filter((id) => typeof id === 'string')
  const lesson = (await deps.lessons.byIds([alert.sessionId ?? ''])).get(alert.sessionId ?? '')
  const connections = await deps.connectionQueries.ofParty(by)
  const known = new Set([
    by,
    ...connections.flatMap((row) => [row._id, row.teacherId, row.studentId, row.childId, ...row.guardianIds]),
    ...(await deps.guardianships.guardiansOf([by])),
  ])
  const familyOf = await deps.guardianships.guardiansOf(named)
  const isNamedKnown = named.every((id) => known.has(id)) || familyOf.includes(by)
  const isLessonKnown = !alert.sessionId || (lesson !== undefined && known.has(lesson.connectionId))
  return isNamedKnown && isLessonKnown ? 'known' : 'stranger'
}
