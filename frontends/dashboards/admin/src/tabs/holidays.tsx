import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { PeriodsPanel } from '@darsi/features/periods/public.ts'

export default function Holidays({ api }: DashboardProps) {
  return <PeriodsPanel api={api} />
}
