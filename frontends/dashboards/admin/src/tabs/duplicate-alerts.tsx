import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { usePages, withoutRow, withRow } from '@darsi/client/query/use-pages.ts'
import { QueuePanel } from '@darsi/client/queue/queue-panel.tsx'
import type { DuplicateAlert, DuplicateStatus } from '@darsi/contracts/calls/admin/duplicates-api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useEffect, useState } from 'react'
import { DuplicateFile, duplicateTones } from '../duplicates/duplicate-file.tsx'
import { useDuplicateMoves } from '../duplicates/use-duplicate-moves.ts'
import '../support/support.css'

const statuses: readonly DuplicateStatus[] = ['open', 'dismissed', 'merged']
const place = { status: oneOf(statuses, 'open'), pair: anyText() }

/** Pairs of accounts that may be one person, beside the open one. */
export default function DuplicateAlerts({ api, user }: DashboardProps) {
  const t = useTranslator(texts.admin)
  const [{ status, pair: openId }, { set, open, close, hrefOf }] = usePlace(place)
  const [keeping, setKeeping] = useState('')
  const pages = usePages(api, 'GET /admin/duplicates', { query: { status } })
  const left = (id: string) => {
    pages.change(withoutRow(id))
    pages.refresh()
  }
  const moves = useDuplicateMoves(api, left, pages.refresh)
  const rows = pages.rows.filter(({ id }) => !moves.heldIds.has(id))
  const mayMerge = user.role === 'super-admin'
  useReviewed({ api, openId, onReviewed: (alert) => pages.change((before) => withReviewed(before, alert)) })
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_duplicate-alerts')} />
      <Field label={t('duplicateFilter')}>
        <Select
          value={status}
          onChange={(chosen) => set({ status: chosen }, ['pair'])}
          options={statuses.map((value) => ({ value, label: t(`duplicate-${value}`) }))}
        />
      </Field>
      <QueuePanel
        pages={pages}
        empty={{ title: t('noDuplicatesTitle'), text: status === 'open' && t('noDuplicatesText') }}
        label={t('tab_duplicate-alerts')}
        rows={rows}
        openId={openId}
        hrefOf={(id) => hrefOf({ pair: id })}
        onOpen={(id) => (openId === '' ? open : set)({ pair: id })}
        onClose={() => close('pair')}
        undo={moves.undoLast}
        actions={[
          ...(mayMerge
            ? [
                {
                  key: 'a',
                  label: t('mergeTitle'),
                  run: (alert: (typeof rows)[number]) => setKeeping(alert.users[0]?.id ?? ''),
                },
              ]
            : []),
          { key: 'r', label: t('dismissPair'), run: (alert) => moves.move(alert, 'dismiss') },
        ]}
        item={(alert) => <DuplicateItem alert={alert} />}
        detail={(alert) => (
          <DuplicateFile
            key={alert.id}
            alert={alert}
            mayMerge={mayMerge}
            busy={moves.busy === alert.id}
            keeping={keeping}
            onKeeping={setKeeping}
            onMove={(how) => moves.move(alert, how)}
          />
        )}
      />
    </div>
  )
}

/** A linked pair may be on a later page. */
const withReviewed = <Row extends { readonly id: string }>(rows: readonly Row[], row: Row): readonly Row[] =>
  rows.some(({ id }) => id === row.id) ? withRow(row)(rows) : [row, ...rows]

type Reviewed = {
  api: DashboardProps['api']
  openId: string
  onReviewed: (alert: Parameters<typeof DuplicateFile>[0]['alert']) => void
}

/** Records who reviewed a pair. Only a pair that was opened counts, not the one that a wide screen shows first. */
function useReviewed({ api, openId, onReviewed }: Reviewed) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pair that is opened
  useEffect(() => {
    if (openId === '') return
    let isOpen = true
    api
      .call('POST /admin/duplicates/:id/review', { params: { id: openId } })
      // a failure is no reason not to show the pair
      .then(({ data }) => isOpen && onReviewed(data))
      .catch(() => {})
    return () => {
      isOpen = false
    }
  }, [api, openId])
}

/** spec §2: match type, percent similarity, the two names, detection date. */
function DuplicateItem({ alert }: { alert: DuplicateAlert }) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  const [first, second] = alert.users
  return (
    <>
      <span className="ds-queue-line">
        <span className="ds-queue-name">
          <bdi>{first?.fullName}</bdi>&nbsp;· <bdi>{second?.fullName}</bdi>
        </span>
        {alert.status !== 'open' && (
          <Badge tone={duplicateTones[alert.status]}>{t(`duplicate-${alert.status}`)}</Badge>
        )}
      </span>
      <span className="ds-small">
        {t(`match-${alert.matchType}`)}&nbsp;· {t('similarity', { percent: alert.similarity })}
      </span>
      <span className="ds-queue-line ds-small">
        <span className="ds-soft">{t('detectedOn', { date: formatDate(alert.detectedAt, language) })}</span>
        <span className="admin-review">{t('reviewPair')}</span>
      </span>
    </>
  )
}
