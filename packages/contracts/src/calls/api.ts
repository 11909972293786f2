import type { adminApi } from './admin-api.ts'
import type { authApi } from './auth-api.ts'
import type { availabilityApi } from './availability-api.ts'
import type { classroomApi } from './classroom-api.ts'
import type { childrenApi, connectionsApi } from './connections-api.ts'
import type { CallsOf } from './endpoint.ts'
import type { groupsApi } from './groups-api.ts'
import type { notificationsApi } from './notifications-api.ts'
import type { sessionsApi } from './sessions-api.ts'
import type { teachersApi } from './teachers-api.ts'
import type { threadsApi } from './threads-api.ts'
import type { usersApi } from './users-api.ts'
import type { waitingApi } from './waiting-api.ts'

/** Every call of the product, for clients: types only, so that no schema reaches the browser. */
export type Api = CallsOf<typeof authApi> &
  CallsOf<typeof usersApi> &
  CallsOf<typeof teachersApi> &
  CallsOf<typeof connectionsApi> &
  CallsOf<typeof waitingApi> &
  CallsOf<typeof childrenApi> &
  CallsOf<typeof threadsApi> &
  CallsOf<typeof availabilityApi> &
  CallsOf<typeof sessionsApi> &
  CallsOf<typeof groupsApi> &
  CallsOf<typeof classroomApi> &
  CallsOf<typeof adminApi> &
  CallsOf<typeof notificationsApi>
export type ApiKey = keyof Api & string
