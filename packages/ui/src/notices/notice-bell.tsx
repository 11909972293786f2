import { useCallback, useId } from 'react'
import type { ApiClient } from '../api-client.ts'
import { CountBadge } from '../badge.tsx'
import { useTranslator } from '../i18n.tsx'
import { BellIcon } from '../icons.tsx'
import { useLive } from '../live.ts'
import { useLoaded } from '../loaded.tsx'
import { usePoll } from '../use-poll.ts'
import { usePopover } from '../use-popover.ts'
import { NoticePanel } from './notice-panel.tsx'
import type { NoticeTabs } from './notice-topic.ts'
import { noticesTexts } from './notices-texts.ts'
import './notices.css'

const everyMs = 30_000

type Props = {
  api: ApiClient
  /** Where each kind of notice leads in this dashboard. */
  tabs: NoticeTabs
  onTabChange: (tab: string) => void
}

/** The bell in a dashboard's header: how many notices are unread, and the newest of them in a panel. */
export function NoticeBell({ api, tabs, onTabChange }: Props) {
  const t = useTranslator(noticesTexts)
  const id = useId()
  const { open, setOpen, close, root, button } = usePopover()
  const { unread, reload } = useUnreadNotices(api)
  const label = unread > 0 ? `${t('title')}: ${t('unread', { count: unread })}` : t('title')
  const go = (tab: string) => {
    close()
    onTabChange(tab)
  }
  return (
    <div ref={root} className="ds-notices">
      <button
        ref={button}
        type="button"
        className="ds-button ds-button-quiet ds-button-icon ds-notices-bell"
        title={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <BellIcon />
        {/* words and no label: a count of one or two is no digit in Arabic */}
        <span className="ds-hidden">{label}</span>
        <span className="ds-notices-count" aria-hidden="true">
          <CountBadge count={unread} />
        </span>
      </button>
      <span role="status" className="ds-hidden">
        {unread > 0 && t('unread', { count: unread })}
      </span>
      {open && <NoticePanel id={id} api={api} tabs={tabs} onGo={go} onRead={reload} onClose={close} />}
    </div>
  )
}

function useUnreadNotices(api: ApiClient) {
  const load = useCallback(
    (signal: AbortSignal) => api.call('GET /notifications', { query: { limit: 1 }, signal }),
    [api],
  )
  const { data, reload } = useLoaded(load)
  useLive(api, 'notice', reload)
  usePoll(reload, everyMs)
  return { unread: data?.unread ?? 0, reload }
}
