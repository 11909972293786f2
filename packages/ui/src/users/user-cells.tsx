import { choiceFrom } from '@darsi/contracts/choices.ts'
import { employmentStatuses } from '@darsi/contracts/levels.ts'
import { Badge, type Tone } from '../badge.tsx'
import { Button } from '../button.tsx'
import { formatDate } from '../catalogue.ts'
import type { DashboardUser } from '../dashboard-props.ts'
import { useLanguage, useTranslator } from '../i18n.tsx'
import type { Decision } from './decision-dialog.tsx'
import type { ListedUser } from './use-users.ts'
import { usersTexts } from './users-texts.ts'
import './users.css'

/** spec §4: green approved, yellow pending, red suspended */
const tones = { approved: 'success', pending: 'warning', suspended: 'danger' } as const satisfies Record<
  ListedUser['status'],
  Tone
>

export function StatusBadge({ status }: { status: ListedUser['status'] }) {
  const t = useTranslator(usersTexts)
  return <Badge tone={tones[status]}>{t(`status-${status}`)}</Badge>
}

export function UserCell({ user }: { user: ListedUser }) {
  return (
    <div className="ds-user">
      <span className="ds-user-name" dir="auto">
        {user.fullName}
      </span>
      <span className="ds-user-contact">{user.email}</span>
      {user.status === 'pending' && user.employment?.status === 'public-school' && <PublicTeacher />}
      {user.phone !== '' && (
        <span className="ds-user-contact" dir="ltr">
          {user.phone}
        </span>
      )}
    </div>
  )
}

const PublicTeacher = () => <Badge tone="warning">{employmentStatuses['public-school'][useLanguage()]}</Badge>

/** What a teacher declared, with a warning where Decree 2015-1619 matters. */
export function Employment({ of }: { of: NonNullable<ListedUser['employment']> }) {
  const t = useTranslator(usersTexts)
  const language = useLanguage()
  const status = choiceFrom(employmentStatuses, of.status)
  return (
    <span className="ds-row">
      {status === 'public-school' ? (
        <PublicTeacher />
      ) : (
        <span>{status === null ? of.status : employmentStatuses[status][language]}</span>
      )}
      <span className="ds-soft ds-small">{t('declared', { date: formatDate(of.declaredAt, language) })}</span>
    </span>
  )
}

const offered: Record<ListedUser['status'], readonly Decision[]> = {
  pending: ['approve', 'reject'],
  approved: ['suspend'],
  suspended: ['reinstate'],
}

/** Only what this admin may decide; the server checks it again. */
export function decisionsFor(admin: DashboardUser, user: ListedUser): readonly Decision[] {
  if (user.role === 'super-admin' || (user.role === 'admin' && admin.role !== 'super-admin')) return []
  return offered[user.status]
}

type ButtonsProps = {
  admin: DashboardUser
  user: ListedUser
  onDecide: (user: ListedUser, decision: Decision) => void
  /** Shows what is known of the account and what was decided. */
  onHistory?: (user: ListedUser) => void
  /** Erases the account; without it nothing is offered. */
  onDelete?: (user: ListedUser) => void
}

export function UserButtons({ admin, user, onDecide, onHistory, onDelete }: ButtonsProps) {
  const t = useTranslator(usersTexts)
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
      {onHistory && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={t('historyLabel', { name })}
          onClick={() => onHistory(user)}
        >
          {t('history')}
        </Button>
      )}
      {/* spec §2: every role but the super-admin */}
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
