import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { AvailabilityPanel } from '@darsi/features/availability/public.ts'
import { OfferedGroups } from '@darsi/features/groups/public.ts'
import { texts } from '@darsi/features/texts.ts'

export default function Availability({ api, user, onTabChange }: DashboardProps) {
  const t = useTranslator(texts.teacher)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_availability')}>
        {t('availabilityText')}
      </PageHeader>
      <AvailabilityPanel api={api} />
      <OfferedGroups api={api} teacherId={user.id} onProfile={() => onTabChange('profile')} />
    </div>
  )
}
