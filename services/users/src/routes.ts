import { usersApi } from '@darsi/contracts/users-api.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import { preferencesOf, profileOf } from './profile.ts'
import { changeProfile, refuseProfileChange } from './profile-change.ts'
import type { ProfileStore } from './profile-store.ts'
import { ready } from './ready.ts'

export function usersRoutes(store: ProfileStore): readonly Route[] {
  return [
    route(usersApi, 'GET /me/profile', async ({ identity }) =>
      success(profileOf(ready(await store.find(identity.userId)))),
    ),
    route(usersApi, 'PATCH /me/profile', async ({ identity, body }) => {
      refuseProfileChange(body)
      const changed = await store.changeProfile(identity.userId, (profile) =>
        changeProfile(profile, body, new Date()),
      )
      return success(profileOf(ready(changed)))
    }),
    route(usersApi, 'GET /me/preferences', async ({ identity }) =>
      success(preferencesOf(ready(await store.find(identity.userId)))),
    ),
    route(usersApi, 'PUT /me/preferences', async ({ identity, body }) =>
      success(preferencesOf(ready(await store.changePreferences(identity.userId, body)))),
    ),
  ]
}
