import type { DuplicateAlert } from '@darsi/contracts/calls/admin/duplicates-api.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { Badge, type Tone } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { texts } from '@darsi/features/texts.ts'

type User = DuplicateAlert['users'][number]
export type Move = 'dismiss' | 'undo' | { keep: string }
type Props = {
  alert: DuplicateAlert
  mayMerge: boolean
  busy: boolean
  /** The account to keep, about which is asked once more; empty for none. */
  keeping: string
  onKeeping: (id: string) => void
  onMove: (move: Move) => void
}

export const duplicateTones: Record<DuplicateAlert['status'], Tone> = {
  open: 'warning',
  dismissed: 'neutral',
  merged: 'accent',
}

/** Both accounts side by side, the evidence that they are one person, and the possible decisions. */
export function DuplicateFile({ alert, mayMerge, busy, onMove, ...merging }: Props) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  return (
    <Card
      as="article"
      level={3}
      title={t('duplicateTitle')}
      aside={<Badge tone={duplicateTones[alert.status]}>{t(`duplicate-${alert.status}`)}</Badge>}
    >
      <div className="ds-row">
        {alert.status === 'open' && (
          <Button variant="secondary" size="sm" onClick={() => onMove('dismiss')}>
            {t('dismissPair')}
          </Button>
        )}
        {alert.status === 'merged' && mayMerge && (
          <Button variant="secondary" size="sm" loading={busy} onClick={() => onMove('undo')}>
            {t('undoMerge')}
          </Button>
        )}
      </div>
      <SideBySide users={alert.users} kept={alert.kept} />
      <Evidence alert={alert} />
      {alert.reviewedAt && <p className="ds-small ds-soft">{t('reviewedBy', { name: alert.reviewedBy })}</p>}
      {alert.status === 'merged' && alert.undoUntil && (
        <p>{t('undoUntil', { date: formatDate(alert.undoUntil, language) })}</p>
      )}
      {alert.status === 'open' && mayMerge && (
        <Merging users={alert.users} busy={busy} onMove={onMove} {...merging} />
      )}
    </Card>
  )
}

type MergeProps = Pick<Props, 'busy' | 'keeping' | 'onKeeping' | 'onMove'> & { users: readonly User[] }

function Merging({ users, busy, keeping, onKeeping, onMove }: MergeProps) {
  const t = useTranslator(texts.admin)
  const kept = users.find(({ id }) => id === keeping)
  return (
    <section className="ds-stack">
      <h4>{t('mergeTitle')}</h4>
      <p>{t('mergeText')}</p>
      {kept ? (
        <Banner
          tone="warning"
          actions={
            <>
              <Button variant="danger" size="sm" loading={busy} onClick={() => onMove({ keep: kept.id })}>
                {t('mergeNow')}
              </Button>
              <Button variant="quiet" size="sm" onClick={() => onKeeping('')}>
                {t('mergeNot')}
              </Button>
            </>
          }
        >
          {t('mergeAsk', { email: kept.email })}
        </Banner>
      ) : (
        <div className="ds-row">
          {users.map((user) => (
            <Button key={user.id} variant="secondary" size="sm" onClick={() => onKeeping(user.id)}>
              {t('keepAccount', { email: user.email })}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

function SideBySide({ users, kept }: { users: readonly User[]; kept: string | null }) {
  const t = useTranslator(texts.admin)
  const tu = useTranslator(texts.users)
  const language = useLanguage()
  const facts: [string, (user: User) => string][] = [
    [t('factName'), (user) => user.fullName],
    [t('factEmail'), (user) => user.email],
    [t('factPhone'), (user) => user.phone],
    [tu('roleColumn'), (user) => tu(`role-${user.role}`)],
    [tu('statusColumn'), (user) => tu(`status-${user.status}`)],
    [tu('locationColumn'), (user) => user.location || tu('notSpecified')],
    [t('factBirthYear'), (user) => (user.birthYear === null ? tu('notSpecified') : String(user.birthYear))],
    [tu('registeredColumn'), (user) => formatDate(user.createdAt, language)],
  ]
  const columns: Column<(typeof facts)[number]>[] = [
    { id: 'fact', header: t('factColumn'), isRowHeader: true, cell: ([name]) => name },
    ...users.map((user, index) => ({
      id: user.id,
      header: kept === user.id ? t('accountKept') : t('accountNumber', { number: index + 1 }),
      cell: ([, of]: (typeof facts)[number]) => <bdi>{of(user)}</bdi>,
    })),
  ]
  return (
    <Table
      caption={t('duplicateTitle')}
      hideCaption
      columns={columns}
      rows={facts}
      rowKey={([name]) => name}
    />
  )
}

function Evidence({ alert }: { alert: DuplicateAlert }) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  const findingTexts = (speaksFor: boolean) =>
    listOf(
      alert.evidence
        .filter(({ points }) => points > 0 === speaksFor)
        .map(({ kind }) => t(`evidence-${kind}`)),
      language,
    )
  const [pro, contra] = [findingTexts(true), findingTexts(false)]
  return (
    <div>
      <p>{t('similarity', { percent: alert.similarity })}</p>
      {pro && <p>{t('evidenceFor', { list: pro })}</p>}
      {contra && <p>{t('evidenceAgainst', { list: contra })}</p>}
    </div>
  )
}
