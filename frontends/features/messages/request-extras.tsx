import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type Connection, connectionsTexts, otherName } from '../connections/public.ts'
import { BookButton, type Viewer } from '../lessons/public.ts'
import { MessagesButton } from './messages-button.tsx'

type Props = { api: ApiClient; viewer: Viewer; connection: Connection; onMessages: (thread: string) => void }

/** The next steps of an approved request: a lesson, a conversation. */
export function RequestExtras({ api, viewer, connection, onMessages }: Props) {
  const t = useTranslator(connectionsTexts)
  const { threadId } = connection
  if (threadId === null && connection.status !== 'approved') return null
  return (
    <>
      {connection.status === 'approved' && <BookButton api={api} viewer={viewer} connection={connection} />}
      {threadId !== null && (
        <MessagesButton
          name={otherName(connection, viewer === 'teacher', t)}
          onOpen={() => onMessages(threadId)}
        />
      )}
    </>
  )
}
