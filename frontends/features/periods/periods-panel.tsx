import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { PlusIcon } from '@darsi/design/graphics/icons.tsx'
import { EmptyScene } from '@darsi/design/graphics/illustrations.tsx'
import { formatHour } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { PeriodDialog } from './period-dialog.tsx'
import { daysOf, type Period } from './period-notes.tsx'

type Asked = { period: Period | null; remove?: true }

/** The holidays and special hours of the coming year, which administrators set. */
export function PeriodsPanel({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.periods)
  const periods = useCall(api, 'GET /availability/periods')
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={t('title')}
        actions={
          <Button icon={PlusIcon} onClick={() => setAsked({ period: null })}>
            {t('add')}
          </Button>
        }
      >
        {t('lead')}
      </PageHeader>
      <LoadedPanel of={periods}>{({ data }) => <PeriodTable periods={data} onAsk={setAsked} />}</LoadedPanel>
      {asked !== null && !asked.remove && <PeriodDialog api={api} period={asked.period} onClose={close} />}
      {asked?.remove && asked.period !== null && (
        <RemoveDialog api={api} period={asked.period} onClose={close} />
      )}
    </div>
  )
}

function PeriodTable({ periods, onAsk }: { periods: readonly Period[]; onAsk: (asked: Asked) => void }) {
  const t = useTranslator(texts.periods)
  const language = useLanguage()
  const columns: Column<Period>[] = [
    { id: 'name', header: t('name'), isRowHeader: true, cell: ({ names }) => names[language] },
    { id: 'days', header: t('days'), cell: (period) => daysOf(period, language) },
    { id: 'hours', header: t('hours'), cell: ({ hours }) => <Hours hours={hours} /> },
    {
      id: 'actions',
      header: t('actions'),
      hideHeader: true,
      align: 'end',
      cell: (period) => (
        <div className="ds-row">
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('actionOf', { action: t('change'), name: period.names[language] })}
            onClick={() => onAsk({ period })}
          >
            {t('change')}
          </Button>
          <Button
            size="sm"
            variant="danger-quiet"
            aria-label={t('actionOf', { action: t('remove'), name: period.names[language] })}
            onClick={() => onAsk({ period, remove: true })}
          >
            {t('remove')}
          </Button>
        </div>
      ),
    },
  ]
  return (
    <Table
      caption={t('title')}
      hideCaption
      columns={columns}
      rows={periods}
      rowKey={({ id }) => id}
      empty={
        <EmptyState picture={<EmptyScene />} title={t('noneTitle')}>
          {t('noneText')}
        </EmptyState>
      }
    />
  )
}

function Hours({ hours }: Pick<Period, 'hours'>) {
  const t = useTranslator(texts.periods)
  if (hours === null) return <Badge tone="warning">{t('closed')}</Badge>
  return <span>{t('between', { from: formatHour(hours.from), to: formatHour(hours.to) })}</span>
}

type RemoveProps = { api: ApiClient; period: Period; onClose: () => void }

function RemoveDialog({ api, period, onClose }: RemoveProps) {
  const t = useTranslator(texts.periods)
  const language = useLanguage()
  return (
    <ActionDialog
      danger
      title={t('removeTitle', { name: period.names[language] })}
      confirm={t('remove')}
      done={t('removed')}
      send={() =>
        api
          .call('DELETE /availability/periods/:id', { params: { id: period.id } })
          .then(() => invalidate(api, 'hours'))
      }
      onClose={onClose}
    >
      <p>{t('removeText', { days: daysOf(period, language) })}</p>
    </ActionDialog>
  )
}
