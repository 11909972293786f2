import type { Language } from '@darsi/contracts/languages.ts'
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { Button } from './button.tsx'
import type { DashboardUser } from './dashboard-props.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LanguageProvider, useTranslator } from './i18n.tsx'
import { LogoutIcon, RefreshIcon } from './icons.tsx'
import { LogoMark } from './logo.tsx'
import { LanguageMenu, ThemeMenu } from './preference-menus.tsx'
import { LoadingPanel } from './spinner.tsx'
import { TabBar, type TabItem, TabPanel } from './tabs.tsx'
import { uiTexts } from './texts.ts'
import { ToastRegion } from './toast.tsx'
import { UnsavedGuard, useLeaving } from './unsaved.tsx'
import './dashboard-shell.css'

export type DashboardTab = TabItem & {
  /** Rendered only while its tab is open; may be a lazy component. */
  content: ReactNode
}

type Props = {
  title: string
  user: Pick<DashboardUser, 'fullName' | 'email'>
  language: Language
  onLanguageChange: (language: Language) => void
  signOut: () => void
  navigate: (path: string) => void
  tabs: readonly DashboardTab[]
  /** From the address; unknown and null mean the first tab. */
  tab: string | null
  onTabChange: (tab: string) => void
  /** In the header, before the menus: the bell, for example. */
  actions?: ReactNode
  /** Between the header and the tabs: banners, the strip of counters. */
  above?: ReactNode
}

/**
 * The frame of every dashboard: who is here, the tabs, and the open tab with its own loading and failure.
 * What it holds speaks `language` and may use `useToast`.
 */
export function DashboardShell(props: Props) {
  return (
    <LanguageProvider language={props.language}>
      <ToastRegion>
        <UnsavedGuard>
          <Frame {...props} />
        </UnsavedGuard>
      </ToastRegion>
    </LanguageProvider>
  )
}

function Frame({ tabs, tab, onTabChange, above, ...header }: Props) {
  const t = useTranslator(uiTexts)
  const id = useId()
  const open = useOpenTab(tabs, tab, onTabChange)
  return (
    <div className="ds-dashboard">
      <a className="ds-skip" href={`#${id}-main`}>
        {t('skipToContent')}
      </a>
      <DashboardHeader {...header} />
      <main className="ds-dashboard-main ds-page" id={`${id}-main`} tabIndex={-1}>
        {above !== undefined && <div className="ds-dashboard-above">{above}</div>}
        {open && (
          <>
            <div className="ds-dashboard-tabs">
              <TabBar id={id} label={header.title} tabs={tabs} selected={open.id} onSelect={onTabChange} />
            </div>
            <TabPanel id={id} tab={open.id}>
              <ErrorBoundary key={open.id} fallback={(_, retry) => <TabFailure retry={retry} />}>
                <Suspense fallback={<LoadingPanel />}>{open.content}</Suspense>
              </ErrorBoundary>
            </TabPanel>
          </>
        )}
      </main>
    </div>
  )
}

/**
 * The tab that the address names. With something unsaved in the open one it stays until the question is
 * answered, whoever changed the address: a click, a button inside the tab or the browser's Back.
 */
function useOpenTab(
  tabs: readonly DashboardTab[],
  tab: string | null,
  onTabChange: (tab: string) => void,
): DashboardTab | undefined {
  const { ask, isUnsaved } = useLeaving()
  const wanted = (tabs.find((each) => each.id === tab) ?? tabs[0])?.id
  const [shown, setShown] = useState(wanted)
  const open = wanted !== shown && isUnsaved() ? shown : wanted
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another tab is a reason to ask
  useEffect(() => {
    if (wanted === shown) return
    ask(
      () => setShown(wanted),
      () => shown !== undefined && onTabChange(shown),
    )
  }, [wanted])
  return tabs.find((each) => each.id === open)
}

type HeaderProps = Omit<Props, 'tabs' | 'tab' | 'onTabChange' | 'above'>

function DashboardHeader({
  title,
  user,
  language,
  onLanguageChange,
  signOut,
  navigate,
  actions,
}: HeaderProps) {
  const t = useTranslator(uiTexts)
  const { ask } = useLeaving()
  return (
    <header className="ds-dashboard-header">
      <div className="ds-page ds-dashboard-header-row">
        <a
          className="ds-dashboard-home"
          href="/"
          aria-label={t('home')}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            ask(() => navigate('/'))
          }}
        >
          <LogoMark />
        </a>
        <h1 className="ds-dashboard-title">{title}</h1>
        <div className="ds-dashboard-user">
          <span className="ds-dashboard-name" dir="auto">
            {user.fullName}
          </span>
          <span className="ds-dashboard-email ds-ltr">{user.email}</span>
        </div>
        <div className="ds-dashboard-actions">
          {actions}
          <LanguageMenu language={language} onChange={onLanguageChange} compact />
          <ThemeMenu />
          <Button
            variant="secondary"
            size="sm"
            icon={LogoutIcon}
            onClick={() => ask(signOut)}
            className="ds-dashboard-logout"
          >
            {t('logout')}
          </Button>
        </div>
      </div>
    </header>
  )
}

function TabFailure({ retry }: { retry: () => void }) {
  const t = useTranslator(uiTexts)
  return (
    <div role="alert">
      <EmptyState
        level={2}
        title={t('tabFailedTitle')}
        actions={
          <>
            <Button icon={RefreshIcon} onClick={retry}>
              {t('tryAgain')}
            </Button>
            <Button variant="secondary" onClick={() => location.reload()}>
              {t('reloadPage')}
            </Button>
          </>
        }
      >
        <p>{t('tabFailedText')}</p>
      </EmptyState>
    </div>
  )
}
