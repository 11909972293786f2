import { AccountPanel } from '@darsi/ui/account-panel.tsx'
import { AvailabilityPanel } from '@darsi/ui/availability-panel.tsx'
import { Card } from '@darsi/ui/card.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { GuardianCard } from '../guardian-card.tsx'
import { LearningFields } from '../learning-fields.tsx'
import { texts } from '../texts.ts'

export default function Profile({ api }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('profileTab')} />
      <Card title={t('availabilityTitle')}>
        <AvailabilityPanel api={api} />
      </Card>
      <AccountPanel api={api} privacy="student" roleFields={(fields) => <LearningFields {...fields} />}>
        <GuardianCard api={api} />
      </AccountPanel>
    </div>
  )
}
