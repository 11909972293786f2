import type { DuplicateAlert } from '@darsi/contracts/rules/duplicates.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { usersTexts } from '@darsi/features/users/public.ts'
import { useState } from 'react'
import { texts } from './texts.ts'

type User = DuplicateAlert['users'][number]
type Move = 'dismiss' | 'undo' | { keep: string }
type Props = {
  alert: DuplicateAlert
  mayMerge: boolean
  busy: boolean
  error: string | null
  onMove: (move: Move) => void
  onClose: () => void
}

/** Both accounts side by side, the evidence for one person, and the possible actions. */
export function DuplicateDialog({ alert, mayMerge, busy, error, onMove, onClose }: Props) {
  const t = useTranslator(texts)
  const [asked, setAsked] = useState<User | null>(null)
  return (
    <Dialog
      open
      size="lg"
      title={t('duplicateTitle')}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          {alert.status === 'open' && (
            <Button variant="secondary" loading={busy} onClick={() => onMove('dismiss')}>
              {t('twoPeople')}
            </Button>
          )}
          {alert.status === 'merged' && mayMerge && (
            <Button variant="secondary" loading={busy} onClick={() => onMove('undo')}>
              {t('undoMerge')}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t('closeDuplicate')}
          </Button>
        </>
      }
    >
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <SideBySide users={alert.users} kept={alert.kept} />
      <Evidence alert={alert} />
      {alert.status === 'merged' && alert.undoUntil && <Until at={alert.undoUntil} />}
      {alert.status === 'open' && mayMerge && (
        <section className="ds-stack">
          <h3>{t('mergeTitle')}</h3>
          <p>{t('mergeText')}</p>
          {asked ? (
            <Banner
              tone="warning"
              actions={
                <>
                  <Button
                    variant="danger"
                    size="sm"
                    loading={busy}
                    onClick={() => onMove({ keep: asked.id })}
                  >
                    {t('mergeNow')}
                  </Button>
                  <Button variant="quiet" size="sm" onClick={() => setAsked(null)}>
                    {t('mergeNot')}
                  </Button>
                </>
              }
            >
              {t('mergeAsk', { email: asked.email })}
            </Banner>
          ) : (
            <div className="ds-row">
              {alert.users.map((user) => (
                <Button key={user.id} variant="secondary" size="sm" onClick={() => setAsked(user)}>
                  {t('keepAccount', { email: user.email })}
                </Button>
              ))}
            </div>
          )}
        </section>
      )}
    </Dialog>
  )
}

function SideBySide({ users, kept }: { users: readonly User[]; kept: string | null }) {
  const t = useTranslator(texts)
  const tu = useTranslator(usersTexts)
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
  const t = useTranslator(texts)
  const words = (speaksFor: boolean) =>
    alert.evidence
      .filter(({ points }) => points > 0 === speaksFor)
      .map(({ kind }) => t(`evidence-${kind}`))
      .join(t('listSeparator'))
  const [pro, contra] = [words(true), words(false)]
  return (
    <div>
      <p>{t('similarity', { percent: alert.similarity })}</p>
      {pro && <p>{t('evidenceFor', { list: pro })}</p>}
      {contra && <p>{t('evidenceAgainst', { list: contra })}</p>}
    </div>
  )
}

function Until({ at }: { at: string }) {
  const t = useTranslator(texts)
  const language = useLanguage()
  return <p>{t('undoUntil', { date: formatDate(at, language) })}</p>
}
