import { StatCard } from '@darsi/ui/card.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { CalendarIcon, HandshakeIcon, StarIcon, TrendIcon } from '@darsi/ui/icons.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { texts } from '../texts.ts'

/** product.md §1: a figure with fewer than five samples says so instead of showing a number. */
export default function PlatformAnalytics(_: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('platformAnalyticsTab')}>
        {t('analyticsLead')}
      </PageHeader>
      <div className="ds-grid">
        <StatCard icon={TrendIcon} label={t('userGrowth')} value={t('notEnoughData')} />
        <StatCard icon={HandshakeIcon} label={t('connectionSuccess')} value={t('notEnoughData')} />
        <StatCard icon={CalendarIcon} label={t('teacherUtilization')} value={t('notEnoughData')} />
        <StatCard icon={StarIcon} label={t('satisfaction')} value={t('notEnoughData')} />
      </div>
    </div>
  )
}
