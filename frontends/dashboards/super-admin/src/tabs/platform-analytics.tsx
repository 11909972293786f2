import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { PlatformAnalytics, TeachingReportCard } from '@darsi/features/analytics/public.ts'

/** The administrators’ analytics, and the report for the ministry. */
export default function Analytics({ api }: DashboardProps) {
  return (
    <div className="ds-stack">
      <PlatformAnalytics api={api} />
      <TeachingReportCard api={api} />
    </div>
  )
}
