import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { PlatformAnalytics } from '@darsi/features/analytics/public.ts'

export default function Analytics({ api }: DashboardProps) {
  return <PlatformAnalytics api={api} />
}
