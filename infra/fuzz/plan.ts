import type { Service } from '@darsi/contracts/events/event-definition.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'

export type Run = {
  service: Service
  /** Role of the token in every call; none for calls that would end its session. */
  role: Role | null
  /** Calls of the service that are excluded, or the only ones. */
  except?: readonly string[]
  only?: readonly string[]
  cases: number
}

const endsSession = ['/auth/logout', '/auth/refresh']

/** At least 5,000 cases per service, each as a role that may call most of it. */
export const plan: readonly Run[] = [
  { service: 'auth', role: 'super-admin', except: endsSession, cases: 5000 },
  { service: 'auth', role: null, only: endsSession, cases: 200 },
  { service: 'users', role: 'student', cases: 5000 },
  { service: 'availability', role: 'teacher', cases: 5000 },
  { service: 'admin', role: 'super-admin', cases: 5000 },
  // an event stream never ends
  { service: 'notifications', role: 'parent', except: ['/notifications/stream'], cases: 5000 },
]
