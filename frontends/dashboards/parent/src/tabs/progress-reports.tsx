import { useLearners } from '@darsi/ui/children/use-learners.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { ReportsPanel } from '@darsi/ui/lessons/reports-panel.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { texts } from '../texts.ts'

export default function ProgressReports({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const learners = useLearners(api)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('progressReportsTab')}>
        {t('progressReportsText')}
      </PageHeader>
      <ReportsPanel api={api} learners={learners} />
    </div>
  )
}
