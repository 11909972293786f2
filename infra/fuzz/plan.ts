import type { Role } from '@darsi/contracts/reference/roles.ts'
import { type Service, services } from '@darsi/contracts/reference/services.ts'

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
const runs: Readonly<Record<Service, readonly Omit<Run, 'service'>[]>> = {
  auth: [
    { role: 'super-admin', except: endsSession, cases: 5000 },
    { role: null, only: endsSession, cases: 200 },
  ],
  users: [{ role: 'student', cases: 5000 }],
  availability: [{ role: 'teacher', cases: 5000 }],
  classroom: [{ role: 'teacher', cases: 5000 }],
  admin: [{ role: 'super-admin', cases: 5000 }],
  // an event stream never ends
  notifications: [{ role: 'parent', except: ['/notifications/stream'], cases: 5000 }],
}

export const plan: readonly Run[] = services.flatMap((service) =>
  runs[service].map((run) => ({ service, ...run })),
)
