import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { AvailabilityPanel } from '@darsi/features/availability/public.ts'
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
