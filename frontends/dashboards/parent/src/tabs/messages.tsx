import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { MessagesTab } from '@darsi/features/messages/public.ts'
import { texts } from '@darsi/features/texts.ts'

export default function Messages(props: DashboardProps) {
  const t = useTranslator(texts.parent)
  const first = { tab: 'find-teachers', label: t('tab_find-teachers') }
  return <MessagesTab {...props} title={t('tab_messages')} first={first} />
}
