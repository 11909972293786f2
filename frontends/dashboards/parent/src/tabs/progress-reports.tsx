import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { useLearners } from '@darsi/features/children/public.ts'
import { ReportsPanel } from '@darsi/features/lessons/public.ts'
import { texts } from '@darsi/features/texts.ts'

export default function ProgressReports({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts.parent)
  const learners = useLearners(api)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_progress-reports')}>
        {t('progressReportsText')}
      </PageHeader>
      <ReportsPanel
        api={api}
        learners={learners}
        emptyActions={
          <Button variant="secondary" onClick={() => onTabChange('lessons')}>
            {t('tab_lessons')}
          </Button>
        }
      />
    </div>
  )
}
