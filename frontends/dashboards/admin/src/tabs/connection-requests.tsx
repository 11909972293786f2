import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import {
  CardReview,
  CareReview,
  ConnectionReview,
  UpgradeReview,
} from '@darsi/features/connection-review/public.ts'
import { ProofQueue } from '@darsi/features/proofs/public.ts'
import { texts } from '@darsi/features/texts.ts'

export default function ConnectionRequests({ api }: DashboardProps) {
  const t = useTranslator(texts.admin)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('connectionRequestsTab')} />
      <ConnectionReview api={api} />
      <CareReview api={api} />
      <UpgradeReview api={api} />
      <CardReview api={api} />
      <ProofQueue api={api} />
    </div>
  )
}
