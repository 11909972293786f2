import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { AccountPanel } from '@darsi/features/account/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { Suspense } from 'react'
import { GuardianCard } from '../guardian-card.tsx'
import { LearningFields } from '../learning-fields.tsx'

const AvailabilityPanel = retryableLazy(async () => ({
  default: (await import('@darsi/features/availability/public.ts')).AvailabilityPanel,
}))

export default function Profile({ api }: DashboardProps) {
  const t = useTranslator(texts.student)
  const hours = (
    <Card title={t('availabilityTitle')}>
      <Suspense fallback={<Skeleton shape="card" />}>
        <AvailabilityPanel api={api} />
      </Suspense>
    </Card>
  )
  return (
    <AccountPanel
      api={api}
      title={t('tab_profile')}
      privacy="student"
      sections={[{ id: 'hours', title: t('availabilityTitle'), content: hours }]}
      roleFields={(fields) => <LearningFields {...fields} />}
    >
      <GuardianCard api={api} />
    </AccountPanel>
  )
}
