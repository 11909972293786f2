export const roles = ['student', 'teacher', 'parent', 'admin', 'super-admin'] as const
export type Role = (typeof roles)[number]

// spec §6: a super-admin never registers; an admin registers and waits for approval
export const selfRegistrationRoles = ['student', 'parent', 'teacher', 'admin'] as const
export type SelfRegistrationRole = (typeof selfRegistrationRoles)[number]

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value)

export const isSelfRegistrationRole = (value: unknown): value is SelfRegistrationRole =>
  selfRegistrationRoles.some((role) => role === value)
