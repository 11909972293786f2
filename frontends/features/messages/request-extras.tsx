import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { MessageIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type Connection, otherName } from '../connections/public.ts'
import { BookButton, type Viewer } from '../lessons/public.ts'
import { texts } from '../texts.ts'

type Props = { api: ApiClient; viewer: Viewer; connection: Connection; onMessages: (thread: string) => void }

/** The next steps of an approved request: a lesson, a conversation. */
export function RequestExtras({ api, viewer, connection, onMessages }: Props) {
  const t = useTranslator(texts.connections)
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

type ButtonProps = { name: string; onOpen: () => void }

/** Links a request to its conversation. */
function MessagesButton({ name, onOpen }: ButtonProps) {
  const t = useTranslator(texts.messages)
  return (
    <Button size="sm" variant="soft" icon={MessageIcon} aria-label={`${t('open')}: ${name}`} onClick={onOpen}>
      {t('open')}
    </Button>
  )
}
