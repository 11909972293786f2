import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { isStatedMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { AccountPanel, GuardianForm } from '@darsi/features/account/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { Suspense } from 'react'
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

/** docs/children.md: a minor with an own account names a guardian, who is mailed a link. Renders nothing for adults. */
function GuardianCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.student)
  const profile = useCall(api, 'GET /me/profile')
  if (profile.data === null) return null
  const { birthYear, educationLevel } = profile.data.data.roleData
  const minor = isStatedMinor({
    birthYear: typeof birthYear === 'number' ? birthYear : null,
    educationLevel: typeof educationLevel === 'string' ? educationLevel : null,
    today: new Date(),
  })
  if (!minor) return null
  return (
    <Card title={t('guardianTitle')}>
      <p>{t('guardianText')}</p>
      <GuardianForm api={api} />
    </Card>
  )
}
