import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { AccountPanel } from '@darsi/features/account/public.ts'
import { AvailabilityPanel } from '@darsi/features/availability/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { GuardianCard } from '../guardian-card.tsx'
import { LearningFields } from '../learning-fields.tsx'

export default function Profile({ api }: DashboardProps) {
  const t = useTranslator(texts.student)
  const hours = (
    <Card title={t('availabilityTitle')}>
      <AvailabilityPanel api={api} />
    </Card>
  )
  return (
    <AccountPanel
      api={api}
      title={t('profileTab')}
      privacy="student"
      sections={[{ id: 'hours', title: t('availabilityTitle'), content: hours }]}
      roleFields={(fields) => <LearningFields {...fields} />}
    >
      <GuardianCard api={api} />
    </AccountPanel>
  )
}
