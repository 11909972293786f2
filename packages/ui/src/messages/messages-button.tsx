import { Button } from '../button.tsx'
import { useTranslator } from '../i18n.tsx'
import { MessageIcon } from '../icons.tsx'
import { messagesTexts } from './messages-texts.ts'
import { wantThread } from './thread.ts'

type Props = { threadId: string; name: string; onOpen: () => void }

/** From a request to its conversation; `onOpen` shows the messages tab. */
export function MessagesButton({ threadId, name, onOpen }: Props) {
  const t = useTranslator(messagesTexts)
  return (
    <Button
      size="sm"
      variant="soft"
      icon={MessageIcon}
      aria-label={`${t('open')}: ${name}`}
      onClick={() => {
        wantThread(threadId)
        onOpen()
      }}
    >
      {t('open')}
    </Button>
  )
}
