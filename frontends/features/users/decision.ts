import type { DashboardUser } from '@darsi/client/dashboard/dashboard-props.ts'
import type { ListedUser } from './use-users.ts'

export type Decision = 'approve' | 'reject' | 'suspend' | 'reinstate' | 'reopen'

/** Nobody may decide on a super-admin; only a super-admin may decide on an admin. */
export const mayDecideOn = (
  admin: Pick<DashboardUser, 'role'>,
  { role }: Pick<ListedUser, 'role'>,
): boolean => role !== 'super-admin' && (role !== 'admin' || admin.role === 'super-admin')
