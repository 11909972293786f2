import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { AccountPanel } from '@darsi/features/account/public.ts'
import { OwnProofs } from '@darsi/features/proofs/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { Suspense } from 'react'
import { TeachingFields } from '../teaching-fields.tsx'

const OwnPhoto = retryableLazy(async () => ({
  default: (await import('@darsi/features/public-page/public.ts')).OwnPhoto,
}))
const PublicPageCard = retryableLazy(async () => ({
  default: (await import('@darsi/features/public-page/public.ts')).PublicPageCard,
}))

export default function Profile({ api, user }: DashboardProps) {
  const t = useTranslator(texts.teacher)
  const shown = (
    <>
      <OwnProofs api={api} />
      <Suspense fallback={<Skeleton shape="card" />}>
        <OwnPhoto api={api} name={user.fullName} />
        <PublicPageCard api={api} />
      </Suspense>
    </>
  )
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_profile')}>
        {t('profileText')}
      </PageHeader>
      <AccountPanel
        api={api}
        privacy="teacher"
        sections={[{ id: 'public', title: t('publicSection'), content: shown }]}
        roleFields={(fields) => <TeachingFields {...fields} />}
      />
    </div>
  )
}
