import type { ChildStore } from '../children/child-store.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { Contested } from './consent-store.ts'

type Parts = { profiles: Pick<ProfileStore, 'findAll'>; children: Pick<ChildStore, 'byId'> }

/** Who is asked or told that a withdrawn consent was given again: only a person who is still a guardian. */
export const contestedBy =
  ({ profiles, children }: Parts): Contested =>
  async (childId, { by, withdrawnBy }) => {
    const child = await children.byId(childId)
    if (!child?.guardianIds.includes(withdrawnBy)) return undefined
    const people = await profiles.findAll([withdrawnBy, by])
    const asked = people.get(withdrawnBy)
    if (asked?.status !== 'approved') return undefined
    const { _id: userId, email, fullName, language } = asked
    const guardian = { userId, email, fullName, language }
    return { guardian, childName: child.firstName, guardianName: people.get(by)?.fullName ?? '' }
  }
