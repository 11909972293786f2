import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { plainClick } from '@darsi/client/place/plain-click.ts'
import { useGuarded } from '@darsi/client/place/use-guarded.ts'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { classNames } from '@darsi/design/class-names.ts'
import { CountBadge } from '@darsi/design/feedback/badge.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { formatRelative, type Translate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { Conversation } from './conversation.tsx'
import { counterpart, type Thread } from './thread.ts'
import { Topic } from './topic.tsx'
import './messages.css'

const everyMs = 60_000
const place = { thread: anyText() }

type Props = {
  api: ApiClient
  me: string
  title: string
  /** The next step of a person without conversations. */
  emptyActions?: ReactNode
}

/** The list of conversations beside the open one; on a phone one at a time. `me` is the caller's id. */
export function MessagesPanel({ title, ...viewer }: Props) {
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={title} />
      <Threads {...viewer} />
    </div>
  )
}

function Threads({ api, me, emptyActions }: Omit<Props, 'title'>) {
  const t = useTranslator(texts.messages)
  const [{ thread: wanted }, { set, open: show, close, hrefOf }] = usePlace(place)
  // files that are chosen but not sent would be lost
  const openId = useGuarded(wanted, (thread) => (wanted === '' ? show : set)({ thread }))
  const threads = useCall(api, 'GET /threads', { pollMs: everyMs })
  return (
    <LoadedPanel of={threads}>
      {({ data }) => {
        if (data.length === 0) {
          return (
            <EmptyState picture={<MailScene />} title={t('noneTitle')} actions={emptyActions}>
              {t('noneText')}
            </EmptyState>
          )
        }
        const open = data.find(({ id }) => id === openId)
        return (
          <div className={classNames('ds-messages', open && 'ds-messages-open')}>
            <nav className="ds-threads" aria-label={t('threads')}>
              <ul className="ds-thread-list">
                {data.map((thread) => (
                  <ThreadRow
                    key={thread.id}
                    thread={thread}
                    me={me}
                    selected={thread.id === openId}
                    href={hrefOf({ thread: thread.id })}
                    // one step back returns to the list, however many conversations were opened
                    onOpen={() => (open ? set : show)({ thread: thread.id })}
                  />
                ))}
              </ul>
            </nav>
            {open === undefined ? (
              <EmptyState title={t('chooseTitle')} className="ds-messages-none">
                {t('chooseText')}
              </EmptyState>
            ) : (
              <Conversation key={open.id} api={api} thread={open} me={me} onBack={() => close('thread')} />
            )}
          </div>
        )
      }}
    </LoadedPanel>
  )
}

type RowProps = { thread: Thread; me: string; selected: boolean; href: string; onOpen: () => void }

function ThreadRow({ thread, me, selected, href, onOpen }: RowProps) {
  const t = useTranslator(texts.messages)
  const language = useLanguage()
  const name = counterpart(thread, me) || t('someLearner')
  const last = thread.lastMessage
  return (
    <li>
      <a
        className="ds-thread"
        href={href}
        aria-current={selected ? 'true' : undefined}
        onClick={plainClick(onOpen)}
      >
        <Avatar name={name} />
        <span className="ds-thread-texts">
          <span className="ds-thread-line">
            <span className="ds-thread-name" dir="auto">
              {name}
            </span>
            {last !== null && (
              <time dateTime={last.at} className="ds-thread-when">
                {formatRelative(last.at, language)}
              </time>
            )}
          </span>
          <Topic thread={thread} me={me} />
          <span className="ds-thread-line">
            <span className="ds-thread-last" dir="auto">
              {previewOf(t, last, me)}
            </span>
            <CountBadge count={thread.unread} label={t('unread', { count: thread.unread })} />
          </span>
        </span>
      </a>
    </li>
  )
}

function previewOf(
  t: Translate<'nothingYet' | 'fileSent' | 'lastMine'>,
  last: Thread['lastMessage'],
  me: string,
): string {
  if (last === null) return t('nothingYet')
  const text = last.text === '' && last.files > 0 ? t('fileSent') : last.text
  return last.by === me ? t('lastMine', { text }) : text
}
