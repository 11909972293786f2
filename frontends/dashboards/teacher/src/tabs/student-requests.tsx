import { Button } from '@darsi/ui/button.tsx'
import { ConnectionList } from '@darsi/ui/connections/connection-list.tsx'
import { QuotaCard } from '@darsi/ui/connections/quota-card.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { RequestExtras } from '@darsi/ui/messages/request-extras.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { texts } from '../texts.ts'

export default function StudentRequests({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('studentRequestsTab')} />
      <QuotaCard api={api} />
      <ConnectionList
        api={api}
        box="received"
        extras={(connection) => (
          <RequestExtras
            api={api}
            viewer="teacher"
            connection={connection}
            onMessages={() => onTabChange('messages')}
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
