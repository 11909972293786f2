import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { Column } from '@darsi/design/layout/table.tsx'
import { type ListedUser, StatusBadge, UserCell, usersTexts } from '@darsi/features/users/public.ts'
import type { ReactNode } from 'react'

/** spec §2: User, Role, Verified or Unverified, Last Login, Actions. */
export function useUserColumns(actions: (user: ListedUser) => ReactNode): Column<ListedUser>[] {
  const t = useTranslator(usersTexts)
  const language = useLanguage()
  return [
    {
      id: 'name',
      header: t('userColumn'),
      isRowHeader: true,
      sortable: true,
      cell: (user) => <UserCell user={user} />,
    },
    { id: 'role', header: t('roleColumn'), cell: (user) => t(`role-${user.role}`) },
    {
      id: 'verified',
      header: t('verifiedColumn'),
      cell: (user) => (
        <div className="ds-row">
          <Badge tone={user.isVerified ? 'success' : 'warning'}>
            {user.isVerified ? t('verified') : t('unverified')}
          </Badge>
          {/* what the word before does not say: somebody was shut out */}
          {user.status === 'suspended' && <StatusBadge status={user.status} />}
        </div>
      ),
    },
    {
      id: 'lastLogin',
      header: t('lastLoginColumn'),
      sortable: true,
      cell: (user) => (user.lastLoginAt === null ? t('never') : formatDateTime(user.lastLoginAt, language)),
    },
    { id: 'actions', header: t('actionsColumn'), align: 'end', cell: actions },
  ]
}
