import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { EmptyState } from '@darsi/ui/empty-state.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { EmptyScene } from '@darsi/ui/illustrations.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { texts } from '../texts.ts'

export default function ProgressReports(_: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('progressReportsTab')} />
      <EmptyState picture={<EmptyScene />} title={t('noReportsTitle')}>
        {t('noReportsText')}
      </EmptyState>
    </div>
  )
}
