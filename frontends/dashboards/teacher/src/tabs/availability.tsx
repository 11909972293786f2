import { AvailabilityPanel } from '@darsi/ui/availability-panel.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { texts } from '../texts.ts'

export default function Availability({ api }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('availabilityTab')}>
        {t('availabilityText')}
      </PageHeader>
      <AvailabilityPanel api={api} />
    </div>
  )
}
