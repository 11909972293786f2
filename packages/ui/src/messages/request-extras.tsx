import type { ApiClient } from '../api-client.ts'
import { type Connection, otherName } from '../connections/connection.ts'
import { connectionsTexts } from '../connections/connections-texts.ts'
import { useTranslator } from '../i18n.tsx'
import { BookButton } from '../lessons/book-button.tsx'
import type { Viewer } from '../lessons/lesson.ts'
import { MessagesButton } from './messages-button.tsx'

type Props = { api: ApiClient; viewer: Viewer; connection: Connection; onMessages: () => void }

/** What an approved request leads to: a lesson, a conversation. */
export function RequestExtras({ api, viewer, connection, onMessages }: Props) {
  const t = useTranslator(connectionsTexts)
  if (connection.threadId === null && connection.status !== 'approved') return null
  return (
    <>
      {connection.status === 'approved' && <BookButton api={api} viewer={viewer} connection={connection} />}
      {connection.threadId !== null && (
        <MessagesButton
          threadId={connection.threadId}
          name={otherName(connection, viewer === 'teacher', t)}
          onOpen={onMessages}
        />
      )}
    </>
  )
}
