import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import { Conversation } from './conversation.tsx'
import './messages.css'

type Props = { api: ApiClient; me: string; connectionId: string; onBack: () => void }

/** The conversation of a connection beside its lesson. It is the same thread, so guardians can read it here too. */
export function LessonConversation({ api, me, connectionId, onBack }: Props) {
  const t = useTranslator(texts.messages)
  const threads = useCall(api, 'GET /threads')
  return (
    <LoadedPanel of={threads}>
      {({ data }) => {
        const thread = data.find((each) => each.connectionId === connectionId)
        return thread === undefined ? (
          <EmptyState title={t('noneTitle')} level={2}>
            {t('noneText')}
          </EmptyState>
        ) : (
          <Conversation api={api} thread={thread} me={me} onBack={onBack} backLabel={t('toLesson')} />
        )
      }}
    </LoadedPanel>
  )
}
