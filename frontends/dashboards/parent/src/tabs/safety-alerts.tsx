import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { EmptyState } from '@darsi/ui/empty-state.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { SafetyScene } from '@darsi/ui/illustrations.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { PrivacyNotice } from '../privacy-notice.tsx'
import { texts } from '../texts.ts'

export default function SafetyAlerts(_: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('safetyAlertsTab')} />
      <EmptyState picture={<SafetyScene />} title={t('noAlertsTitle')}>
        {t('noAlertsText')}
      </EmptyState>
      <PrivacyNotice />
    </div>
  )
}
