import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { usePopover } from '@darsi/design/dialogs/use-popover.ts'
import { CountBadge } from '@darsi/design/feedback/badge.tsx'
import { ErrorBoundary } from '@darsi/design/feedback/error-boundary.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { BellIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { designTexts } from '@darsi/design/i18n/texts.ts'
import { type ComponentType, Suspense, useEffect, useId } from 'react'
import { texts } from '../texts.ts'
import { useNewestNotice } from './newest-notice.ts'
import { type NoticeTabs, noticeTopic } from './notice-topic.ts'
import type { Reader } from './use-notice-about.ts'
import './notices.css'

// loaded on the first press, to keep the dashboard's first load small
const NoticePanel = retryableLazy(async () => ({ default: (await import('./notice-panel.tsx')).NoticePanel }))

/** Set by a mail or a push message that was followed: the kind of its notice. */
const followed = { notice: anyText(), tab: anyText() }

type Props = {
  api: ApiClient
  /** The tab that each kind of notice opens in this dashboard. */
  tabs: NoticeTabs
  onTabChange: (tab: string, place?: Readonly<Record<string, string>>) => void
  navigate: (path: string) => void
  /** The next step of the reader's role, above the notices. */
  NextStep?: ComponentType<Pick<Props, 'api' | 'onTabChange'> & { inBell: true }> | undefined
  /** The part of the reader in lessons, by which notices name the others. */
  reader?: Reader | undefined
}

/** The bell of a dashboard. `tabs` maps each kind of notice to a tab. */
export const noticeBell =
  (tabs: NoticeTabs, NextStep?: Props['NextStep'], reader?: Reader) =>
  ({ api, onTabChange, navigate }: Pick<Props, 'api' | 'onTabChange' | 'navigate'>) => (
    <NoticeBell
      api={api}
      tabs={tabs}
      onTabChange={onTabChange}
      navigate={navigate}
      NextStep={NextStep}
      reader={reader}
    />
  )

/** The bell in the header: the number of unread notices, and a panel with the newest. */
export function NoticeBell({ api, tabs, onTabChange, navigate, NextStep, reader }: Props) {
  const t = useTranslator(texts.notices)
  const ui = useTranslator(designTexts.ui)
  const id = useId()
  const { open, setOpen, close, root, button } = usePopover()
  const unread = useNewestNotice(api)?.unread ?? 0
  const label = unread > 0 ? `${t('title')}: ${t('unread', { count: unread })}` : t('title')
  const go: Props['onTabChange'] = (tab, to) => {
    close()
    onTabChange(tab, to)
  }
  const leave: Props['navigate'] = (path) => {
    close()
    navigate(path)
  }
  const [{ notice }, place] = usePlace(followed)
  useEffect(() => {
    if (notice === '') return
    // in place: one step back leaves the dashboard. The other parameters name the lesson or the conversation
    place.set({ notice: '', tab: tabs[noticeTopic(notice)] ?? '' })
  }, [notice, place, tabs])
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
        {/* text content, not a label: in Arabic, counts of one and two are words without a digit */}
        <span className="ds-hidden">{label}</span>
        <span className="ds-notices-count" aria-hidden="true">
          <CountBadge count={unread} />
        </span>
      </button>
      <span role="status" className="ds-hidden">
        {unread > 0 && t('unread', { count: unread })}
      </span>
      {open && (
        <ErrorBoundary
          fallback={(_, retry) => (
            <div className="ds-notices-panel" id={id}>
              <FailureBanner error={ui('tabFailedTitle')} reload={retry} />
            </div>
          )}
        >
          <Suspense>
            <NoticePanel
              id={id}
              api={api}
              tabs={tabs}
              reader={reader}
              first={NextStep && <NextStep api={api} onTabChange={go} inBell />}
              onGo={go}
              onLeave={leave}
              onClose={close}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}
