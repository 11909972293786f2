import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { MailKind, NoticeKind } from '../mails/texts.ts'
import { type Account, both, type Notification, toEach } from './notification.ts'

/** All guardians of a child. None of these mails can be switched off. */
export const toGuardians = (
  people: readonly Account[],
  kind: MailKind & NoticeKind,
  { params, childId }: { params: Record<string, string>; childId: string | undefined },
): Notification[] => toEach(people, () => ({ ...both(kind), params, place: { child: childId } }))

/** The child, and the guardian who joined or left. */
export const aboutGuardian = ({ data, personal }: DarsiEvent<'guardian.joined' | 'guardian.left'>) => ({
  params: { child: personal.childName, guardian: personal.guardianName || '–' },
  childId: data.childId,
})

/** The guardian who withdrew what another one gives again: is asked while the withdrawal binds, else informed. */
export function contestedConsent({
  data,
  personal: { contested },
}: DarsiEvent<'consent.given'>): Notification[] {
  if (!contested) return []
  const { guardian, childName, guardianName } = contested
  const params = { child: childName, guardian: guardianName || '–' }
  const kind = data.waitsFor === guardian.userId ? 'consent-asked' : 'consent-renewed'
  return toGuardians([guardian], kind, { params, childId: data.childId })
}

/** The guardians who are asked to agree. */
export function requestedCareChange({ data, personal }: DarsiEvent<'care-change.requested'>): Notification[] {
  const kind = data.kind === 'age' ? 'age-asked' : 'guardian-asked'
  const params = { child: personal.childName, guardian: personal.candidate?.fullName ?? '' }
  const others = personal.guardians.filter(({ userId }) => userId !== data.by)
  return toEach(others, () => ({
    ...both(kind),
    params,
    // the page opens the change, where one click objects
    place: { change: data.changeId },
  }))
}

/** The result of a change of age, or a refused guardian; an accepted guardian has the event `guardian.joined`. */
export function closedCareChange({ data, personal }: DarsiEvent<'care-change.closed'>): Notification[] {
  const { kind, status, guardianId, childId } = data
  const { guardians, candidate } = personal
  const about = { params: { child: personal.childName, guardian: candidate?.fullName ?? '–' }, childId }
  if (kind === 'age')
    return toGuardians(guardians, status === 'applied' ? 'age-applied' : 'age-refused', about)
  if (status !== 'refused' && status !== 'expired') return []
  const refused = guardianId && candidate ? [{ userId: guardianId, ...candidate }] : []
  return toGuardians([...guardians, ...refused], 'guardian-refused', about)
}

/** The learner and the guardians; without an own account the guardians get the link and pass it on. */
export function comingOfAge({ data, personal }: DarsiEvent<'learner.came-of-age'>): Notification[] {
  const { student, studentName, guardians, token } = personal
  const params = { student: studentName }
  if (token)
    return toEach(guardians, () => ({ ...both('take-over'), params, path: `/take-over?token=${token}` }))
  const learner = student && data.studentId ? [{ userId: data.studentId, ...student }] : []
  return [
    ...toEach(learner, () => ({ ...both('of-age'), params })),
    ...toEach(guardians, () => ({ ...both('of-age-guardian'), params })),
  ]
}
