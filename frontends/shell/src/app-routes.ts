import { admins, dashboardPath, type Role } from '@darsi/contracts/reference/roles.ts'

export type AppRoute =
  | { readonly remote: Role; readonly allowed: readonly Role[] }
  | { readonly entry: string }
  /** The path inside these roles' own dashboards that opens the classroom. */
  | { readonly meeting: readonly Role[] }

/** spec §2: the addresses behind the login, all served as `app.html`. */
export const appRoutes = {
  '/dashboard': { entry: 'own-dashboard' },
  '/student/dashboard': { remote: 'student', allowed: ['student'] },
  '/teacher/dashboard': { remote: 'teacher', allowed: ['teacher'] },
  '/parent/dashboard': { remote: 'parent', allowed: ['parent'] },
  '/admin/dashboard': { remote: 'admin', allowed: admins },
  '/superadmin/dashboard': { remote: 'super-admin', allowed: ['super-admin'] },
  '/superadmin': { entry: 'super-admin' },
  '/classroom': { meeting: ['student', 'parent', 'teacher'] },
} as const satisfies Readonly<Record<string, AppRoute>>

/**
 * Where `/dashboard?notice=…` leads a role. The super-admin's own dashboard has no safety alerts; the admin dashboard
 * shows them to both roles.
 */
export function ownDashboard(role: Role, search: string): string {
  const isSafety = new URLSearchParams(search).get('notice')?.startsWith('safety-') ?? false
  const paths: Readonly<Record<Role, keyof typeof appRoutes>> = dashboardPath
  return paths[role === 'super-admin' && isSafety ? 'admin' : role] + search
}

/** Addresses with one more segment, which is an id: `/classroom/<lesson>`. */
export const nestedRoutes = ['/classroom'] as const satisfies readonly (keyof typeof appRoutes)[]

const routes: Readonly<Record<string, AppRoute>> = appRoutes

/** The route of an address, and the id in its last segment. */
export function routeAt(path: string): { route: AppRoute | undefined; named: string | null } {
  const [, above = '', named = ''] = /^(\/\w+)\/([\w-]{1,64})$/.exec(path) ?? []
  if (nestedRoutes.some((route) => route === above)) return { route: routes[above], named }
  const route = routes[path]
  // without an id there is nothing to show
  return { route: route && 'meeting' in route ? undefined : route, named: null }
}
