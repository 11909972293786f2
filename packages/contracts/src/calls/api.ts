import type { adminApi } from './admin/admin-api.ts'
import type { authApi } from './auth/auth-api.ts'
import type { availabilityApi } from './availability/availability-api.ts'
import type { groupsApi } from './availability/groups-api.ts'
import type { sessionsApi } from './availability/sessions-api.ts'
import type { classroomApi } from './classroom/classroom-api.ts'
import type { CallsOf } from './endpoint.ts'
import type { notificationsApi } from './notifications/notifications-api.ts'
import type { childrenApi } from './users/children-api.ts'
import type { connectionsApi } from './users/connections-api.ts'
import type { teachersApi } from './users/teachers-api.ts'
import type { threadsApi } from './users/threads-api.ts'
import type { usersApi } from './users/users-api.ts'
import type { waitingApi } from './users/waiting-api.ts'

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
