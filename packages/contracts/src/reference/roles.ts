export const roles = ['student', 'teacher', 'parent', 'admin', 'super-admin'] as const
export type Role = (typeof roles)[number]

/** product.md §7: who may call `/admin`. */
export const admins = ['admin', 'super-admin'] as const
export type AdminRole = (typeof admins)[number]

/** Where each role's dashboard is. */
export const dashboardPath = {
  student: '/student/dashboard',
  teacher: '/teacher/dashboard',
  parent: '/parent/dashboard',
  admin: '/admin/dashboard',
  'super-admin': '/superadmin/dashboard',
} as const satisfies Record<Role, string>

// spec §6: a super-admin never registers; an admin registers and waits for approval
export const selfRegistrationRoles = ['student', 'parent', 'teacher', 'admin'] as const
export type SelfRegistrationRole = (typeof selfRegistrationRoles)[number]

// docs/accounts.md: the other roles wait for approval, or are created by an administrator
export const confirmingRoles = ['student', 'parent'] as const

export const confirmsByEmail = (role: Role): boolean => confirmingRoles.some((known) => known === role)

/** docs/accounts.md `isVerified`: confirmed e-mail for students and parents, approval for everyone else. */
export const isVerified = (account: {
  role: Role
  emailVerifiedAt: Date | null
  approvedAt: Date | null
}): boolean => {
  const { role, emailVerifiedAt, approvedAt } = account
  return role === 'super-admin' || (confirmsByEmail(role) ? emailVerifiedAt : approvedAt) !== null
}

export const isAdmin = (role: string | undefined): role is AdminRole => admins.some((admin) => admin === role)

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value)

export const isSelfRegistrationRole = (value: unknown): value is SelfRegistrationRole =>
  selfRegistrationRoles.some((role) => role === value)
