import type { DashboardUser } from '@darsi/client/dashboard/dashboard-props.ts'
import { plainClick } from '@darsi/client/place/plain-click.ts'
import { Badge, type Tone } from '@darsi/design/feedback/badge.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Fragment } from 'react'
import { texts } from '../texts.ts'
import { type Decision, mayDecideOn } from './decision.ts'
import { PublicTeacher } from './employment.tsx'
import type { ListedUser } from './use-users.ts'
import './users.css'

/** spec §4: green approved, yellow pending, red suspended */
const tones = { approved: 'success', pending: 'warning', suspended: 'danger' } as const satisfies Record<
  ListedUser['status'],
  Tone
>

export function StatusBadge({ status }: { status: ListedUser['status'] }) {
  const t = useTranslator(texts.users)
  return <Badge tone={tones[status]}>{t(`status-${status}`)}</Badge>
}

export function UserCell({ user }: { user: ListedUser }) {
  const t = useTranslator(texts.users)
  return (
    <div className="ds-user">
      <span className="ds-user-name" dir="auto">
        {user.fullName}
      </span>
      <span className="ds-user-contact" dir="ltr">
        {/* a long address breaks before its host, not inside a word */}
        {user.email.split(/(?=@)/).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
      {user.mailReturnedAt !== null && (
        <span>
          <Badge tone="warning">{t('mailReturned')}</Badge>
        </span>
      )}
      {user.status === 'pending' && user.employment?.status === 'public-school' && <PublicTeacher />}
      {user.phone !== '' && (
        <span className="ds-user-contact" dir="ltr">
          {user.phone}
        </span>
      )}
    </div>
  )
}

const offered: Record<ListedUser['status'], readonly Decision[]> = {
  pending: ['approve', 'reject'],
  approved: ['suspend'],
  suspended: ['reinstate'],
}

/** The decisions that this admin may take; the server checks them again. */
function decisionsFor(admin: DashboardUser, user: ListedUser): readonly Decision[] {
  if (!mayDecideOn(admin, user)) return []
  // opening a rejected teacher's account is the first approval, with all that it requires; who lacks something adds it
  // while the account waits again
  const isRejected = user.role === 'teacher' && user.status === 'suspended' && !user.isVerified
  return isRejected ? ['reopen', 'approve'] : offered[user.status]
}

type ButtonsProps = {
  admin: DashboardUser
  user: ListedUser
  onDecide: (user: ListedUser, decision: Decision) => void
  /** The address of the account's data and decisions. */
  historyHref: string
  onHistory: (user: ListedUser) => void
  /** Erases the account; without it there is no delete button. */
  onDelete?: (user: ListedUser) => void
}

export function UserButtons({ admin, user, onDecide, historyHref, onHistory, onDelete }: ButtonsProps) {
  const t = useTranslator(texts.users)
  const name = user.fullName || user.email
  const decisions = decisionsFor(admin, user)
  return (
    <div className="ds-row ds-user-actions">
      {decisions.map((decision) => (
        <Button
          key={decision}
          size="sm"
          variant={
            decision === 'approve' ? 'primary' : decision === 'reinstate' ? 'secondary' : 'danger-quiet'
          }
          aria-label={t(`${decision}Label`, { name })}
          onClick={() => onDecide(user, decision)}
        >
          {t(decision)}
        </Button>
      ))}
      <LinkButton
        size="sm"
        variant="quiet"
        href={historyHref}
        aria-label={t('historyLabel', { name })}
        onClick={plainClick(() => onHistory(user))}
      >
        {t('history')}
      </LinkButton>
      {/* spec §2: every role except the super-admin */}
      {onDelete && user.role !== 'super-admin' && (
        <Button
          size="sm"
          variant="danger-quiet"
          aria-label={t('deleteLabel', { name })}
          onClick={() => onDelete(user)}
        >
          {t('delete')}
        </Button>
      )}
    </div>
  )
}
