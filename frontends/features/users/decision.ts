import type { DashboardUser } from '@darsi/client/dashboard/dashboard-props.ts'
import { isDemoAccount } from '@darsi/contracts/reference/demo.ts'
import { isAdmin } from '@darsi/contracts/reference/roles.ts'
import type { ListedUser } from './use-users.ts'

export type Decision = 'approve' | 'reject' | 'suspend' | 'reinstate' | 'reopen'

/** Nobody may decide on a super-admin; only a super-admin may decide on an admin. */
export const mayDecideOn = (
  admin: Pick<DashboardUser, 'role'>,
  { role }: Pick<ListedUser, 'role'>,
): boolean => role !== 'super-admin' && (role !== 'admin' || admin.role === 'super-admin')

/** An administrator who was invited, not approved after a registration, and has not logged in yet. */
export const isInvited = (user: ListedUser): boolean =>
  isAdmin(user.role) &&
  user.status === 'approved' &&
  user.lastLoginAt === null &&
  user.decision === null &&
  !isDemoAccount(user.id)

/** A new invitation ends the earlier link. Once it was used there is a password, and the forgotten one is reset. */
export const mayInviteAgain = (user: ListedUser): boolean => isInvited(user) && !user.emailVerified
