import { usersApi } from '@darsi/contracts/calls/users/users-api.ts'
import { isFresh, type Route, route, success } from '@darsi/kit/http/route.ts'
import type { ChildStore } from '../children/child-store.ts'
import type { GuardianHistoryStore } from '../guardians/guardian-history-store.ts'
import type { Guarding } from '../profiles/age-problems.ts'
import { preferencesChanged, preferencesOf, profileOf } from '../profiles/profile.ts'
import { changePreferences, changeProfile, refuseProfileChange } from '../profiles/profile-change.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { requireProfile } from '../profiles/require-profile.ts'

type Parts = {
  profiles: ProfileStore
  children: Pick<ChildStore, 'ofAccount'>
  guardianHistory: Pick<GuardianHistoryStore, 'wasGuarded'>
}

export function profileRoutes(parts: Parts): readonly Route[] {
  const { profiles } = parts
  return [
    route(usersApi, 'GET /me/profile', async ({ identity }) =>
      success(profileOf(requireProfile(await profiles.find(identity.userId)))),
    ),
    route(usersApi, 'PATCH /me/profile', async ({ identity, body, at }) => {
      const { userId } = identity
      refuseProfileChange(body)
      const circumstances = {
        now: at,
        isFresh: isFresh(identity, at),
        guarding: await guardingOf(parts, userId),
      }
      const changed = await profiles.update(userId, (profile) => changeProfile(profile, body, circumstances))
      return success(profileOf(requireProfile(changed)))
    }),
    route(usersApi, 'GET /me/preferences', async ({ identity }) =>
      success(preferencesOf(requireProfile(await profiles.find(identity.userId)))),
    ),
    route(usersApi, 'PUT /me/preferences', async ({ identity: { userId }, body }) => {
      const decide = (profile: Parameters<typeof changePreferences>[0]) => changePreferences(profile, body)
      const changed = await profiles.update(userId, decide, { eventOf: preferencesChanged })
      return success(preferencesOf(requireProfile(changed)))
    }),
  ]
}

async function guardingOf({ children, guardianHistory }: Parts, userId: string): Promise<Guarding> {
  const child = await children.ofAccount(userId)
  return {
    isGuarded: child !== null,
    wasGuarded: await guardianHistory.wasGuarded(userId),
    birthYear: child?.birthYear ?? null,
  }
}
