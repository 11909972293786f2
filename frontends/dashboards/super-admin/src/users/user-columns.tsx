import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { Column } from '@darsi/design/layout/table.tsx'
import { texts } from '@darsi/features/texts.ts'
import { type ListedUser, StatusBadge } from '@darsi/features/users/public.ts'

/** spec §2: User, Role, then Verified or Unverified and Last Login, then Actions. */
export function useUserColumns(): Column<ListedUser>[] {
  const t = useTranslator(texts.users)
  const language = useLanguage()
  return [
    {
      id: 'verified',
      header: t('verifiedColumn'),
      cell: (user) => (
        <div className="ds-row">
          <Badge tone={user.isVerified ? 'success' : 'warning'}>
            {user.isVerified ? t('verified') : t('unverified')}
          </Badge>
          {/* a suspended account can be verified, so the badge before does not show the suspension */}
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
  ]
}
