import type { Child } from '../children/child.ts'
import type { ChildStore } from '../children/child-store.ts'
import { isMinorAccount, type Profile } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { CareFacts, NewCareChange } from './care-change.ts'

type Parts = {
  profiles: Pick<ProfileStore, 'findAll'>
  children: Pick<ChildStore, 'ofAccount' | 'byId'>
  now: () => Date
}

/** The facts that a change depends on, with the people whom answers and events name. */
export type CareContext = CareFacts & { child: Child | null; people: ReadonlyMap<string, Profile> }

export async function careContextOf(
  { profiles, children, now }: Parts,
  change: NewCareChange,
): Promise<CareContext> {
  const { kind, childId, accountId, guardianId } = change
  const child =
    kind === 'guardian' ? await children.ofAccount(accountId ?? '') : await children.byId(childId ?? '')
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
    isPossible: kind === 'age' ? child !== null : isMinorStudent && isCandidate,
  }
}
