import { AlertList } from '@darsi/ui/alerts/alert-list.tsx'
import { ReportConcern } from '@darsi/ui/alerts/safety-report.tsx'
import { useLearners } from '@darsi/ui/children/use-learners.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { PrivacyNotice } from '../privacy-notice.tsx'
import { texts } from '../texts.ts'

export default function SafetyAlerts({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const learners = useLearners(api)
  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={t('safetyAlertsTab')}
        actions={<ReportConcern api={api} learners={learners} />}
      >
        {t('safetyAlertsText')}
      </PageHeader>
      <AlertList api={api} viewer="parent" />
      <PrivacyNotice />
    </div>
  )
}
