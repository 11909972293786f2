import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { ConnectionList, QuotaCard } from '@darsi/features/connections/public.ts'
import { RequestExtras } from '@darsi/features/messages/public.ts'
import { texts } from '@darsi/features/texts.ts'

export default function StudentRequests({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts.teacher)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_student-requests')} />
      <QuotaCard api={api} />
      <ConnectionList
        api={api}
        box="received"
        extras={(connection) => (
          <RequestExtras
            api={api}
            viewer="teacher"
            connection={connection}
            onMessages={(thread) => onTabChange('messages', { thread })}
          />
        )}
        emptyActions={
          <Button variant="secondary" onClick={() => onTabChange('profile')}>
            {t('completeProfile')}
          </Button>
        }
      />
    </div>
  )
}
