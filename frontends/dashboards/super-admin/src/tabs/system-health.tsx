import { Badge } from '@darsi/ui/badge.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { formatNumber } from '@darsi/ui/catalogue.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { RefreshIcon } from '@darsi/ui/icons.tsx'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { type Column, Table } from '@darsi/ui/table.tsx'
import { useCallback } from 'react'
import { askServices, type ServiceState } from '../services.ts'
import { texts } from '../texts.ts'

export default function SystemHealth({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const services = useLoaded(useCallback((signal: AbortSignal) => askServices(api, signal), [api]))
  const columns: Column<ServiceState>[] = [
    {
      id: 'name',
      header: t('serviceColumn'),
      isRowHeader: true,
      cell: ({ name }) => t(`service-${name}`),
    },
    {
      id: 'state',
      header: t('stateColumn'),
      cell: ({ isUp }) => (
        <Badge tone={isUp ? 'success' : 'danger'}>{isUp ? t('running') : t('notAnswering')}</Badge>
      ),
    },
    {
      id: 'time',
      header: t('timeColumn'),
      align: 'end',
      cell: ({ milliseconds }) => t('milliseconds', { value: formatNumber(milliseconds, language) }),
    },
  ]
  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={t('systemHealthTab')}
        actions={
          <Button variant="secondary" icon={RefreshIcon} onClick={services.reload} loading={services.loading}>
            {t('checkAgain')}
          </Button>
        }
      >
        {t('healthLead')}
      </PageHeader>
      <LoadedPanel of={services}>
        {(states) => (
          <Table
            caption={t('systemHealthTab')}
            hideCaption
            columns={columns}
            rows={states}
            rowKey={({ name }) => name}
            loading={services.loading}
          />
        )}
      </LoadedPanel>
    </div>
  )
}
