import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { noticeAddress } from '@darsi/contracts/rules/notice-place.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { CheckIcon } from '@darsi/design/graphics/icons.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { texts } from '../texts.ts'
import { type Notice, NoticeRow } from './notice-row.tsx'
import { type NoticeTabs, noticeParameters, noticeTopic } from './notice-topic.ts'
import { type Reader, useNoticeAbout } from './use-notice-about.ts'

type Props = {
  id: string
  api: ApiClient
  tabs: NoticeTabs
  /** Above the notices. */
  first?: ReactNode
  reader: Reader | undefined
  onGo: (tab: string, place: Readonly<Record<string, string>>) => void
  /** Opens the path of another dashboard. */
  onLeave: (path: string) => void
  onClose: () => void
}

export function NoticePanel({ id, api, tabs, first, reader, onGo, onLeave, onClose }: Props) {
  const t = useTranslator(texts.notices)
  const title = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { notices, mark } = useNotices(api)
  const aboutOf = useNoticeAbout(api, reader, notices.rows)
  useEffect(() => panel.current?.focus(), [])
  const open = (notice: Notice) => {
    if (notice.readAt === null) void mark([notice.id])
    const topic = noticeTopic(notice.kind)
    const tab = tabs[topic]
    if (tab !== undefined) onGo(tab, noticeParameters(notice.kind, notice.place))
    else if (topic === tabs.elsewhere) onLeave(noticeAddress(notice.kind, notice.place))
  }
  const hrefOf = (notice: Notice) => {
    const topic = noticeTopic(notice.kind)
    const tab = tabs[topic]
    if (tab !== undefined)
      return `?${new URLSearchParams({ tab, ...noticeParameters(notice.kind, notice.place) })}`
    return topic === tabs.elsewhere ? noticeAddress(notice.kind, notice.place) : null
  }
  const readAll = () => {
    // the pressed button disappears, so the focus has to move
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
        {first}
        <PagedPanel
          pages={notices}
          empty={
            <EmptyState title={t('noneTitle')}>
              <p>{t('noneText')}</p>
            </EmptyState>
          }
        >
          <ul className="ds-notices-list">
            {notices.rows.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                about={aboutOf(notice)}
                href={hrefOf(notice)}
                onOpen={() => open(notice)}
              />
            ))}
          </ul>
        </PagedPanel>
      </div>
    </div>
  )
}

const pageSize = 10

function useNotices(api: ApiClient) {
  const t = useTranslator(texts.notices)
  const toast = useToast()
  const notices = usePages(api, 'GET /notifications', { query: { limit: pageSize } })
  /** Shown at once; a refusal loads the list again. */
  const mark = async (ids?: string[]) => {
    const readAt = new Date().toISOString()
    notices.change((rows) =>
      rows.map((row) => (row.readAt || (ids && !ids.includes(row.id)) ? row : { ...row, readAt })),
    )
    try {
      await api.call('POST /notifications/read', { body: ids ? { ids } : {} })
      if (!ids) toast(t('allRead'))
    } catch (error) {
      toast(errorText(error), 'danger')
    }
    invalidate(api, 'notice')
  }
  return { notices, mark }
}
