import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { Column } from '@darsi/design/layout/table.tsx'
import { texts } from '@darsi/features/texts.ts'
import { isInvited, type ListedUser, mayInviteAgain, StatusBadge } from '@darsi/features/users/public.ts'
import type { InviteAgain } from './use-invite-again.ts'

/** spec §2: User, Role, then Verified or Unverified and Last Login, then Actions. */
export function useUserColumns({ invite, busy }: InviteAgain): Column<ListedUser>[] {
  const t = useTranslator(texts.users)
  const ts = useTranslator(texts.superAdmin)
  const language = useLanguage()
  return [
    {
      id: 'verified',
      header: t('verifiedColumn'),
      cell: (user) => (
        <div className="ds-row super-badges">
          {isInvited(user) ? (
            <>
              <Badge tone="warning">{ts('invitedBadge')}</Badge>
              {mayInviteAgain(user) && (
                <Button
                  size="sm"
                  variant="quiet"
                  loading={busy}
                  aria-label={ts('inviteAgainLabel', { name: user.fullName })}
                  onClick={() => invite(user)}
                >
                  {ts('inviteAgain')}
                </Button>
              )}
            </>
          ) : (
            <Badge tone={user.isVerified ? 'success' : 'warning'}>
              {user.isVerified ? t('verified') : t('unverified')}
            </Badge>
          )}
          {/* a suspended or waiting account can be verified, so the badge before does not show it */}
          {user.status !== 'approved' && <StatusBadge status={user.status} />}
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
