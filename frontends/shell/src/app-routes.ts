import type { Role } from '@darsi/contracts/roles.ts'

export type AppRoute =
  | { readonly remote: Role; readonly allowed: readonly Role[] }
  | { readonly entry: string }

/** spec §2: what lies behind the login, all served as `app.html`. */
export const appRoutes = {
  '/dashboard': { entry: 'own-dashboard' },
  '/student/dashboard': { remote: 'student', allowed: ['student'] },
  '/teacher/dashboard': { remote: 'teacher', allowed: ['teacher'] },
  '/parent/dashboard': { remote: 'parent', allowed: ['parent'] },
  '/admin/dashboard': { remote: 'admin', allowed: ['admin', 'super-admin'] },
  '/superadmin/dashboard': { remote: 'super-admin', allowed: ['super-admin'] },
  '/superadmin': { entry: 'super-admin' },
} as const satisfies Readonly<Record<string, AppRoute>>

export const dashboardPath = {
  student: '/student/dashboard',
  teacher: '/teacher/dashboard',
  parent: '/parent/dashboard',
  admin: '/admin/dashboard',
  'super-admin': '/superadmin/dashboard',
} as const satisfies Readonly<Record<Role, keyof typeof appRoutes>>
