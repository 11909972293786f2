import { ConnectionReview } from '@darsi/ui/connection-review/connection-review.tsx'
import { UpgradeReview } from '@darsi/ui/connection-review/upgrade-review.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { texts } from '../texts.ts'

export default function ConnectionRequests({ api }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('connectionRequestsTab')} />
      <ConnectionReview api={api} />
      <UpgradeReview api={api} />
    </div>
  )
}
