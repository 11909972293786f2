import { AccountPanel } from '@darsi/ui/account-panel.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { TeachingFields } from '../teaching-fields.tsx'
import { texts } from '../texts.ts'

export default function Profile({ api }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('profileTab')}>
        {t('profileText')}
      </PageHeader>
      <AccountPanel api={api} privacy="teacher" roleFields={(fields) => <TeachingFields {...fields} />} />
    </div>
  )
}
