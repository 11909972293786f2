import { useCallback, useEffect, useState } from 'react'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Avatar } from '../avatar.tsx'
import { CountBadge } from '../badge.tsx'
import { formatRelative } from '../catalogue.ts'
import { classNames } from '../class-names.ts'
import { EmptyState } from '../empty-state.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { MailScene } from '../illustrations.tsx'
import { LoadedPanel, useLoaded } from '../loaded.tsx'
import { subjectWords } from '../teachers/teacher-words.ts'
import { usePoll } from '../use-poll.ts'
import { Conversation } from './conversation.tsx'
import { messagesTexts } from './messages-texts.ts'
import { counterpart, forgetWantedThread, type Thread, wantedThread } from './thread.ts'
import './messages.css'

const everyMs = 60_000

/** All conversations beside the open one; on a phone one after the other. `me` is the caller's id. */
export function MessagesPanel({ api, me }: { api: ApiClient; me: string }) {
  const t = useTranslator(messagesTexts)
  const [openId, setOpenId] = useState(wantedThread)
  // once it is on the screen: React may give up a first rendering and begin anew
  useEffect(forgetWantedThread, [])
  const threads = useLoaded(useCallback((signal: AbortSignal) => api.call('GET /threads', { signal }), [api]))
  useAnnounced('messages', threads.reload)
  usePoll(threads.reload, everyMs)
  return (
    <LoadedPanel of={threads}>
      {({ data }) => {
        if (data.length === 0) {
          return (
            <EmptyState picture={<MailScene />} title={t('noneTitle')}>
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
                    onOpen={() => setOpenId(thread.id)}
                  />
                ))}
              </ul>
            </nav>
            {open === undefined ? (
              <EmptyState title={t('chooseTitle')} className="ds-messages-none">
                {t('chooseText')}
              </EmptyState>
            ) : (
              <Conversation key={open.id} api={api} thread={open} me={me} onBack={() => setOpenId(null)} />
            )}
          </div>
        )
      }}
    </LoadedPanel>
  )
}

type RowProps = { thread: Thread; me: string; selected: boolean; onOpen: () => void }

function ThreadRow({ thread, me, selected, onOpen }: RowProps) {
  const t = useTranslator(messagesTexts)
  const language = useLanguage()
  const name = counterpart(thread, me)
  const last = thread.lastMessage
  return (
    <li>
      <button
        type="button"
        className="ds-thread"
        aria-current={selected ? 'true' : undefined}
        onClick={onOpen}
      >
        <Avatar name={name} />
        <span className="ds-thread-words">
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
          <span className="ds-soft ds-small">{subjectWords(thread.subject, language)}</span>
          <span className="ds-thread-line">
            <span className="ds-thread-last" dir="auto">
              {last === null
                ? t('nothingYet')
                : last.by === me
                  ? t('lastMine', { text: last.text })
                  : last.text}
            </span>
            <CountBadge count={thread.unread} label={t('unread', { count: thread.unread })} />
          </span>
        </span>
      </button>
    </li>
  )
}
