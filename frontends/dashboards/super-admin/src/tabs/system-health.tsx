import type { Health } from '@darsi/contracts/health.ts'
import { Badge } from '@darsi/ui/badge.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { formatNumber } from '@darsi/ui/catalogue.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { RefreshIcon } from '@darsi/ui/icons.tsx'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { type Column, Table } from '@darsi/ui/table.tsx'
import { usePoll } from '@darsi/ui/use-poll.ts'
import { useCallback } from 'react'
import { HealthHistory } from '../health-history.tsx'
import { healthPollMs, loadHealth, type ServiceRow, toneOf } from '../system-health.ts'
import { texts } from '../texts.ts'

export default function SystemHealth({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const health = useLoaded(useCallback((signal: AbortSignal) => loadHealth(api, signal), [api]))
  usePoll(health.reload, healthPollMs)
  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={t('systemHealthTab')}
        actions={
          <Button variant="secondary" icon={RefreshIcon} onClick={health.reload} loading={health.loading}>
            {t('checkAgain')}
          </Button>
        }
      >
        {t('healthLead')}
      </PageHeader>
      <LoadedPanel of={health}>
        {({ services, history }) => (
          <>
            <Services rows={services} loading={health.loading} />
            <Queue rows={services} />
            {history.length > 0 && <History history={history} />}
          </>
        )}
      </LoadedPanel>
    </div>
  )
}

function Services({ rows, loading }: { rows: readonly ServiceRow[]; loading: boolean }) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value, language))
  const columns: Column<ServiceRow>[] = [
    {
      id: 'name',
      header: t('serviceColumn'),
      isRowHeader: true,
      cell: ({ service }) => t(`service-${service}`),
    },
    {
      id: 'state',
      header: t('stateColumn'),
      cell: (row) => (
        <div>
          <Badge tone={toneOf[row.state]}>{t(`health-${row.state}`)}</Badge>
          {problemsOf(row).map((problem) => (
            <div key={problem}>{t(`problem-${problem}`)}</div>
          ))}
        </div>
      ),
    },
    {
      id: 'time',
      header: t('timeColumn'),
      align: 'end',
      cell: ({ milliseconds }) => t('milliseconds', { value: number(milliseconds) }),
    },
    {
      id: 'processes',
      header: t('processesColumn'),
      align: 'end',
      cell: ({ report }) => number(report?.processes.length),
    },
    { id: 'lag', header: t('lagColumn'), align: 'end', cell: ({ report }) => number(report?.lag) },
    {
      id: 'outbox',
      header: t('outboxColumn'),
      align: 'end',
      cell: ({ report }) =>
        report && report.outboxPending > 0
          ? t('outboxAge', {
              count: number(report.outboxPending),
              seconds: number(Math.round(report.outboxOldest)),
            })
          : number(report?.outboxPending),
    },
  ]
  return (
    <Table
      caption={t('systemHealthTab')}
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={({ service }) => service}
      loading={loading}
    />
  )
}

function problemsOf({ isUp, report }: ServiceRow) {
  const answer = isUp ? [] : (['no-answer'] as const)
  return [...answer, ...(report?.problems ?? (['unknown'] as const))]
}

function Queue({ rows }: { rows: readonly ServiceRow[] }) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const queue = rows.find(({ report }) => report?.queue)?.report?.queue
  if (!queue) return null
  const count = (state: string) => formatNumber(queue[state] ?? 0, language)
  return (
    <p>
      {t('mailQueue', {
        waiting: count('waiting'),
        active: count('active'),
        delayed: count('delayed'),
        failed: count('failed'),
      })}
    </p>
  )
}

function History({ history }: { history: Health['history'] }) {
  const t = useTranslator(texts)
  return (
    <section className="ds-stack">
      <h3>{t('historyTitle')}</h3>
      <p>{t('historyLead')}</p>
      <HealthHistory history={history} />
    </section>
  )
}
