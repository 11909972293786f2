import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { CountBadge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '../texts.ts'
import { counterpart, learnerBeside, type Thread } from './thread.ts'
import { Topic } from './topic.tsx'
import './messages.css'

const everyMs = 30_000
const shown = 3

type Props = { api: ApiClient; me: string; onOpen: (connectionId: string) => void }

/** For the overview: the conversations with unread messages. Nothing where none waits. */
export function WaitingMessages({ api, me, onOpen }: Props) {
  const t = useTranslator(texts.messages)
  const { data } = useCall(api, 'GET /threads', { pollMs: everyMs })
  const waiting = (data?.data ?? []).filter(({ unread }) => unread > 0)
  if (waiting.length === 0) return null
  return (
    <Card title={t('toAnswer')} level={3}>
      <ul className="ds-waiting-messages">
        {waiting.slice(0, shown).map((thread) => (
          <WaitingRow key={thread.id} thread={thread} me={me} onOpen={() => onOpen(thread.id)} />
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { thread: Thread; me: string; onOpen: () => void }

function WaitingRow({ thread, me, onOpen }: RowProps) {
  const t = useTranslator(texts.messages)
  const language = useLanguage()
  const now = useNow()
  const name = counterpart(thread, me) || t('someLearner')
  const learner = learnerBeside(thread, me)
  const { unread, lastMessage: last } = thread
  const text = last !== null && last.text === '' && last.files > 0 ? t('fileSent') : (last?.text ?? '')
  return (
    <li>
      <Avatar name={name} />
      <span className="ds-thread-texts">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <Topic thread={thread} me={me}>
          {last !== null && (
            <>
              {'\u00a0· '}
              <time dateTime={last.at}>{formatRelative(last.at, language, now)}</time>
            </>
          )}
        </Topic>
        <span className="ds-thread-last" dir="auto">
          {text}
        </span>
      </span>
      <CountBadge count={unread} label={t('unread', { count: unread })} />
      <Button
        size="sm"
        aria-label={t('answerNamed', { name: learner === '' ? name : `${name} · ${learner}` })}
        onClick={onOpen}
      >
        {t('answer')}
      </Button>
    </li>
  )
}
