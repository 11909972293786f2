import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { AccountPanel } from '@darsi/features/account/public.ts'
import { OwnProofs } from '@darsi/features/proofs/public.ts'
import { OwnPhoto, PublicPageCard } from '@darsi/features/public-page/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { TeachingFields } from '../teaching-fields.tsx'

export default function Profile({ api, user }: DashboardProps) {
  const t = useTranslator(texts.teacher)
  const shown = (
    <>
      <OwnProofs api={api} />
      <OwnPhoto api={api} name={user.fullName} />
      <PublicPageCard api={api} />
    </>
  )
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('profileTab')}>
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
