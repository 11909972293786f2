import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { AlertList, ReportConcern } from '@darsi/features/alerts/public.ts'
import { useLearners } from '@darsi/features/children/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { PrivacyNotice } from '../privacy-notice.tsx'

export default function SafetyAlerts({ api }: DashboardProps) {
  const t = useTranslator(texts.parent)
  const learners = useLearners(api)
  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={t('tab_safety-alerts')}
        actions={<ReportConcern api={api} learners={learners} />}
      >
        {t('safetyAlertsText')}
      </PageHeader>
      <AlertList api={api} />
      <PrivacyNotice />
    </div>
  )
}
