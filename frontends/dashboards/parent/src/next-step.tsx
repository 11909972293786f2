import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { Suspense } from 'react'

const Card = retryableLazy(async () => ({
  default: (await import('@darsi/features/next-step/public.ts')).ParentNextStep,
}))

type Props = Pick<DashboardProps, 'api' | 'onTabChange'> & { inBell?: boolean }

/** Loads after the frame of the dashboard, whose first load is limited. */
export const NextStep = (props: Props) => (
  <Suspense fallback={props.inBell ? null : <Skeleton shape="card" />}>
    <Card {...props} />
  </Suspense>
)
