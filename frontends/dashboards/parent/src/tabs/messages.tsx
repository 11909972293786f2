import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { MessagesPanel } from '@darsi/ui/messages/messages-panel.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
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
