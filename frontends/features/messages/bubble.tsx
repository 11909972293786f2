import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { dropUnsent, type Unsent, waitedTooLong } from '@darsi/client/offline/outbox.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import { classNames } from '@darsi/design/class-names.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, IconButton } from '@darsi/design/forms/button.tsx'
import { FlagIcon, TrashIcon } from '@darsi/design/graphics/icons.tsx'
import { formatTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { HeldCause } from '../contact-hint/public.ts'
import { MaterialList } from '../materials/public.ts'
import { texts } from '../texts.ts'
import { type Message, others, type Thread } from './thread.ts'

type Props = {
  api: ApiClient
  message: Message
  /** What its author wrote before, for a held one. */
  before: readonly string[]
  thread: Thread
  me: string
  /** Whether the read marks are shown: only for the caller's last message. */
  withMarks: boolean
  onReport: () => void
  /** Null for those who cannot let a held message through. */
  onRelease: (() => Promise<void>) | null
}

/** One message. The caller's own messages are aligned to the end. */
export function Bubble({ api, message, before, thread, me, withMarks, onReport, onRelease }: Props) {
  const t = useTranslator(texts.messages)
  const language = useLanguage()
  const { run, busy } = useAction({ inToast: true })
  const mine = message.by === me
  const writer = thread.members.find(({ id }) => id === message.by)
  // in a closed conversation the teacher no longer gets the name of a minor
  const name = mine ? t('you') : writer ? writer.name || t('someLearner') : t('erased')
  const readers = others(thread, me).filter(({ id }) => message.readBy.includes(id))
  return (
    <li className={classNames('ds-bubble', mine && 'ds-bubble-mine')}>
      <p className="ds-bubble-who">
        <span dir="auto">{name}</span>
        <time dateTime={message.at} className="ds-numbers">
          {formatTime(message.at, language)}
        </time>
        {!mine && <IconButton icon={FlagIcon} size="sm" label={t('reportMessage')} onClick={onReport} />}
      </p>
      {(message.text !== '' || message.files.length === 0) && (
        <p className="ds-bubble-text" dir="auto">
          {message.text || <i>{t(message.by === 'erased' ? 'erasedText' : 'removedFile')}</i>}
        </p>
      )}
      <MaterialList api={api} materials={message.files} />
      {message.held && (
        <Banner
          tone="warning"
          live="none"
          actions={
            onRelease && (
              <Button
                size="sm"
                variant="secondary"
                loading={busy}
                onClick={() => void run(onRelease, t('released'))}
              >
                {t('release')}
              </Button>
            )
          }
        >
          {t('held')} <HeldCause text={message.text} before={before} />
        </Banner>
      )}
      {message.adultsOnly && thread.members.some(({ part }) => part === 'student') && (
        <Banner live="none">{t('adultsOnly')}</Banner>
      )}
      {withMarks && (
        <p className="ds-bubble-marks">
          {readers.length === 0
            ? t('sent')
            : t('readBy', {
                names: andJoined(
                  readers.map((reader) => reader.name),
                  language,
                ),
              })}
        </p>
      )}
    </li>
  )
}

/** A message that waits for the network, that waited too long, or that the server refused. */
export function UnsentBubble({ message }: { message: Unsent }) {
  const { key, text, refused } = message
  const t = useTranslator(texts.messages)
  return (
    <li className="ds-bubble ds-bubble-mine">
      <p className="ds-bubble-who">
        <span>{t('you')}</span>
        <IconButton icon={TrashIcon} size="sm" label={t('deleteUnsent')} onClick={() => dropUnsent(key)} />
      </p>
      <p className="ds-bubble-text" dir="auto">
        {text === '' ? t('fileSent') : text}
      </p>
      <p className="ds-bubble-marks" role="status">
        {refused !== null
          ? t('notSent', { reason: refused })
          : t(waitedTooLong(message) ? 'waitedTooLong' : 'waitsForNetwork')}
      </p>
    </li>
  )
}
