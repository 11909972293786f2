import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import type { Health } from '@darsi/contracts/calls/health.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { RefreshIcon } from '@darsi/design/graphics/icons.tsx'
import { formatKnown } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { texts } from '@darsi/features/texts.ts'
import { HealthHistory } from '../health/health-history.tsx'
import { type ServiceRow, toneOf, useHealth } from '../health/system-health.ts'

export default function SystemHealth({ api }: DashboardProps) {
  const t = useTranslator(texts.superAdmin)
  const health = useHealth(api)
  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={t('tab_system-health')}
        actions={
          <Button variant="secondary" icon={RefreshIcon} onClick={health.reload} loading={health.loading}>
            {t('checkAgain')}
          </Button>
        }
      >
        {t('healthLead')}
      </PageHeader>
      <LoadedPanel of={health}>
        {({ services, gateway, history }) => (
          <>
            <Services rows={services} loading={health.loading} />
            <p className="ds-soft ds-small">{t('refusalsHint')}</p>
            <GatewayRefusals gateway={gateway} />
            <Queue rows={services} />
            {history.length > 0 && <History history={history} />}
          </>
        )}
      </LoadedPanel>
    </div>
  )
}

function Services({ rows, loading }: { rows: readonly ServiceRow[]; loading: boolean }) {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  const number = (value: number | undefined) => formatKnown(value, language)
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
    {
      id: 'refusals',
      header: t('refusalsColumn'),
      align: 'end',
      cell: ({ report }) => number(report?.refusals),
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
      caption={t('tab_system-health')}
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

function GatewayRefusals({ gateway }: Pick<Health, 'gateway'>) {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  return <p>{t('gatewayRefusals', { count: formatKnown(gateway?.refusals, language) })}</p>
}

function Queue({ rows }: { rows: readonly ServiceRow[] }) {
  const t = useTranslator(texts.superAdmin)
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
  const t = useTranslator(texts.superAdmin)
  return (
    <section className="ds-stack">
      <h3>{t('historyTitle')}</h3>
      <p>{t('historyLead')}</p>
      <HealthHistory history={history} />
    </section>
  )
}
