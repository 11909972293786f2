import { hasSamePerson } from '@darsi/contracts/rules/same-person.ts'
import type { Child } from '../children/child.ts'
import type { ChildStore } from '../children/child-store.ts'
import { isMinorAccount, type Profile } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { CareFacts, NewCareChange } from './care-change.ts'
import type { CareChangeStore } from './care-change-store.ts'

type Parts = {
  profiles: Pick<ProfileStore, 'findAll'>
  children: Pick<ChildStore, 'ofAccount' | 'byId'>
  careChanges: Pick<CareChangeStore, 'teachersOf' | 'lookAlikes'>
  now: () => Date
}

/** The facts that a change depends on, with the people whom answers and events name. */
export type CareContext = CareFacts & { child: Child | null; people: ReadonlyMap<string, Profile> }

export async function careContextOf(parts: Parts, change: NewCareChange): Promise<CareContext> {
  const { profiles, children, now } = parts
  const { kind, childId, accountId, guardianId } = change
  const child =
    kind === 'guardian' && accountId !== null
      ? await children.ofAccount(accountId)
      : await children.byId(childId ?? '')
  const guardianIds = child?.guardianIds ?? []
  const ids = [...guardianIds, ...[guardianId, accountId].filter((one) => one !== null)]
  const people = await profiles.findAll(ids)
  const isActive = (userId: string) => people.get(userId)?.status === 'approved'
  const student = people.get(accountId ?? '')
  const isMinorStudent = student?.status === 'approved' && isMinorAccount(student, now())
  const isCandidate = guardianId !== null && isActive(guardianId) && !guardianIds.includes(guardianId)
  return {
    child,
    people,
    guardianIds,
    activeIds: guardianIds.filter(isActive),
    isPossible:
      kind === 'age' ? child !== null : isCandidate && (accountId === null ? child !== null : isMinorStudent),
    isSamePerson:
      kind === 'guardian' &&
      guardianId !== null &&
      (await isPersonOfLearner(parts, { guardianId, accountId, childId: child?._id ?? null })),
  }
}

/** Whether a future guardian may be the learner, or a teacher of the learner's open connections. */
export async function isPersonOfLearner(
  { profiles, careChanges }: Pick<Parts, 'profiles' | 'careChanges'>,
  { guardianId, ...learner }: { guardianId: string; accountId: string | null; childId: string | null },
): Promise<boolean> {
  const { accountId } = learner
  const teacherIds = await careChanges.teachersOf(learner)
  const others = [...(accountId ? [accountId] : []), ...teacherIds]
  if (await careChanges.lookAlikes.hasPair(guardianId, others)) return true
  const people = await profiles.findAll([guardianId, ...others])
  const guardian = people.get(guardianId)
  if (!guardian) return false
  const student = people.get(accountId ?? '') ?? null
  const teachers = [null, ...teacherIds.flatMap((id) => people.get(id) ?? [])]
  return teachers.some((teacher) =>
    // what learner and teacher share is the request's flag
    hasSamePerson({ teacher, student: teacher === null ? student : null, guardians: [guardian] }),
  )
}
