import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { MessagesPanel } from '@darsi/features/messages/public.ts'
import { texts } from '../texts.ts'

export default function Messages({ api, user }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('messagesTab')} />
      <MessagesPanel api={api} me={user.id} />
    </div>
  )
}
