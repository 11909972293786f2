import { usersApi } from '@darsi/contracts/users-api.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import type { Connections } from './connections/connections.ts'
import { preferencesOf, profileOf } from './profile.ts'
import { changeProfile, refuseProfileChange } from './profile-change.ts'
import type { ProfileStore } from './profile-store.ts'
import { ready } from './ready.ts'
import type { Teachers } from './teachers/teachers.ts'

type Parts = {
  profiles: ProfileStore
  teachers: Pick<Teachers, 'followProfile'>
  connections: Pick<Connections, 'settleParty'>
}

export function usersRoutes({ profiles: store, teachers, connections }: Parts): readonly Route[] {
  return [
    route(usersApi, 'GET /me/profile', async ({ identity }) =>
      success(profileOf(ready(await store.find(identity.userId)))),
    ),
    route(usersApi, 'PATCH /me/profile', async ({ identity, body }) => {
      refuseProfileChange(body)
      const changed = await store.changeProfile(identity.userId, (profile) =>
        changeProfile(profile, body, new Date()),
      )
      await teachers.followProfile(identity.userId)
      // what a lesson may be, and whether somebody guards, follows the learner's age
      if (changed?.role === 'student') await connections.settleParty(identity.userId)
      return success(profileOf(ready(changed)))
    }),
    route(usersApi, 'GET /me/preferences', async ({ identity }) =>
      success(preferencesOf(ready(await store.find(identity.userId)))),
    ),
    route(usersApi, 'PUT /me/preferences', async ({ identity, body }) => {
      const changed = ready(await store.changePreferences(identity.userId, body))
      await teachers.followProfile(identity.userId)
      return success(preferencesOf(changed))
    }),
  ]
}
