import { useCallback, useEffect, useId, useRef } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { errorText } from '../error-text.ts'
import { useTranslator } from '../i18n.tsx'
import { CheckIcon } from '../icons.tsx'
import { useLive } from '../live.ts'
import { Paged } from '../paged.tsx'
import { useToast } from '../toast.tsx'
import { usePages } from '../use-pages.ts'
import { type Notice, NoticeRow } from './notice-row.tsx'
import { type NoticeTabs, noticeTopic } from './notice-topic.ts'
import { noticesTexts } from './notices-texts.ts'

type Props = {
  id: string
  api: ApiClient
  tabs: NoticeTabs
  onGo: (tab: string) => void
  /** Some are read now. */
  onRead: () => void
  onClose: () => void
}

export function NoticePanel({ id, api, tabs, onGo, onRead, onClose }: Props) {
  const t = useTranslator(noticesTexts)
  const title = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { notices, mark } = useNotices(api, onRead)
  useEffect(() => panel.current?.focus(), [])
  const open = (notice: Notice) => {
    if (notice.readAt === null) void mark([notice.id])
    const tab = tabs[noticeTopic(notice.kind)]
    if (tab !== undefined) onGo(tab)
  }
  const readAll = () => {
    // the button goes away under the one who pressed it
    panel.current?.focus()
    void mark()
  }
  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-labelledby={title}
      tabIndex={-1}
      className="ds-notices-panel"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="ds-notices-head">
        <h2 id={title}>{t('title')}</h2>
        {(notices.answer?.unread ?? 0) > 0 && (
          <Button size="sm" variant="quiet" icon={CheckIcon} onClick={readAll}>
            {t('markAll')}
          </Button>
        )}
      </div>
      <div className="ds-notices-body">
        <Paged
          pages={notices}
          empty={
            <EmptyState title={t('noneTitle')}>
              <p>{t('noneText')}</p>
            </EmptyState>
          }
        >
          <ul className="ds-notices-list">
            {notices.rows.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} onOpen={() => open(notice)} />
            ))}
          </ul>
        </Paged>
      </div>
    </div>
  )
}

const pageSize = 10

function useNotices(api: ApiClient, onRead: () => void) {
  const t = useTranslator(noticesTexts)
  const toast = useToast()
  const notices = usePages(
    useCallback(
      (cursor: string | null, signal: AbortSignal, limit = pageSize) =>
        api.call('GET /notifications', { query: { limit, ...(cursor && { cursor }) }, signal }),
      [api],
    ),
  )
  const { change, follow } = notices
  useLive(api, 'notice', follow)
  const mark = async (ids?: string[]) => {
    try {
      await api.call('POST /notifications/read', { body: ids ? { ids } : {} })
      const readAt = new Date().toISOString()
      change((rows) =>
        rows.map((row) => (row.readAt || (ids && !ids.includes(row.id)) ? row : { ...row, readAt })),
      )
      follow()
      onRead()
      if (!ids) toast(t('allRead'))
    } catch (error) {
      toast(errorText(error), 'danger')
    }
  }
  return { notices, mark }
}
