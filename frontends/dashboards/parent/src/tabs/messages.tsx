import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { MessagesPanel } from '@darsi/features/messages/public.ts'
import { texts } from '../texts.ts'

export default function Messages({ api, user, onTabChange }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <MessagesPanel
      api={api}
      me={user.id}
      title={t('messagesTab')}
      emptyActions={
        <Button variant="secondary" onClick={() => onTabChange('find-teachers')}>
          {t('findTeachersTab')}
        </Button>
      }
    />
  )
}
