import type { Language } from '@darsi/contracts/reference/languages.ts'
import { useLeaving } from '@darsi/design/dialogs/leaving.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { UnsavedGuard } from '@darsi/design/dialogs/unsaved.tsx'
import { usePopover } from '@darsi/design/dialogs/use-popover.ts'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { ErrorBoundary } from '@darsi/design/feedback/error-boundary.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { LogoutIcon, RefreshIcon } from '@darsi/design/graphics/icons.tsx'
import { LogoMark } from '@darsi/design/graphics/logo.tsx'
import { LoadingPanel } from '@darsi/design/graphics/spinner.tsx'
import { LanguageProvider, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { designTexts } from '@darsi/design/i18n/texts.ts'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { LanguageMenu, ThemeMenu } from '@darsi/design/layout/preference-menus.tsx'
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef } from 'react'
import { plainClick } from '../place/plain-click.ts'
import { useGuarded } from '../place/use-guarded.ts'
import { useScrollMemory } from '../place/use-scroll-memory.ts'
import { useReturn } from '../query/use-return.ts'
import { DashboardNav, type NavItem } from './dashboard-nav.tsx'
import type { DashboardUser } from './dashboard-props.ts'
import './dashboard-shell.css'

type DashboardTab = NavItem & {
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
  /** The ids of the tabs in a phone's bottom bar, if there are too many. */
  onPhone?: readonly string[] | undefined
  /** In the header, before the menus: for example the bell. */
  actions?: ReactNode
  /** Between the header and the tabs: banners, the counters. */
  above?: ReactNode
}

/**
 * The frame of every dashboard: the user, the tabs, and the open tab with its own loading and error states.
 * The content is in `language` and may use `useToast`.
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

function Frame({ tabs, tab, onTabChange, onPhone, above, ...header }: Props) {
  const t = useTranslator(designTexts.ui)
  const id = useId()
  const open = useOpenTab(tabs, tab, onTabChange)
  useTitle(open?.label, header.title)
  useScrollMemory(open?.id)
  const main = useRef<HTMLElement>(null)
  useKeptFocus(open?.id, main)
  return (
    <div className="ds-dashboard">
      <a className="ds-skip" href={`#${id}-main`}>
        {t('skipToContent')}
      </a>
      <DashboardHeader {...header} />
      <div className="ds-dashboard-body">
        {open && (
          <DashboardNav
            label={header.title}
            items={tabs}
            selected={open.id}
            onSelect={onTabChange}
            onPhone={onPhone}
          />
        )}
        <main ref={main} className="ds-dashboard-main ds-page" id={`${id}-main`} tabIndex={-1}>
          {above !== undefined && <div className="ds-dashboard-above">{above}</div>}
          {open && (
            <ErrorBoundary
              key={open.id}
              fallback={(error, retry) => <TabFailure retry={retry} isLoad={isLoadFailure(error)} />}
            >
              <Suspense fallback={<LoadingPanel />}>{open.content}</Suspense>
            </ErrorBoundary>
          )}
        </main>
      </div>
    </div>
  )
}

/** A button that opened another tab is gone with its own tab: without this, the Tab key would begin at the page's top. */
function useKeptFocus(open: string | undefined, main: RefObject<HTMLElement | null>): void {
  const last = useRef(open)
  useEffect(() => {
    if (last.current === open) return
    last.current = open
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [open, main])
}

/** The name of the place in the browser's tab and history. */
function useTitle(place: string | undefined, dashboard: string): void {
  useEffect(() => {
    document.title = [place, dashboard].filter(Boolean).join(' · ')
  }, [place, dashboard])
}

/** The tab in the address. */
function useOpenTab(
  tabs: readonly DashboardTab[],
  tab: string | null,
  onTabChange: (tab: string) => void,
): DashboardTab | undefined {
  const wanted = (tabs.find((each) => each.id === tab) ?? tabs[0])?.id
  const open = useGuarded(wanted, (shown) => shown !== undefined && onTabChange(shown))
  return tabs.find((each) => each.id === open)
}

type HeaderProps = Omit<Props, 'tabs' | 'tab' | 'onTabChange' | 'onPhone' | 'above'>

function DashboardHeader({ title, navigate, actions, ...account }: HeaderProps) {
  const t = useTranslator(designTexts.ui)
  const { ask } = useLeaving()
  return (
    <header className="ds-dashboard-header">
      <a
        className="ds-dashboard-home"
        href="/"
        aria-label={t('home')}
        onClick={plainClick(() => ask(() => navigate('/')))}
      >
        <LogoMark />
      </a>
      <h1 className="ds-dashboard-title">{title}</h1>
      {actions}
      <Account {...account} />
    </header>
  )
}

type AccountProps = Pick<Props, 'user' | 'language' | 'onLanguageChange' | 'signOut'>

/** The user, the preferences and the logout: in the header, or behind one button on a narrow screen. */
function Account({ user, language, onLanguageChange, signOut }: AccountProps) {
  const t = useTranslator(designTexts.ui)
  const { ask } = useLeaving()
  const id = useId()
  const { open, setOpen, close, root, button } = usePopover()
  return (
    <div ref={root} className="ds-account">
      <button
        ref={button}
        type="button"
        className="ds-button ds-button-quiet ds-button-icon ds-account-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Avatar name={user.fullName} size="sm" />
        <span className="ds-hidden">{t('yourAccount')}</span>
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from any button inside */}
      <div
        id={id}
        className="ds-account-panel"
        data-open={open}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && open) close()
        }}
      >
        <div className="ds-dashboard-user">
          <span className="ds-dashboard-name" dir="auto">
            {user.fullName}
          </span>
          <span className="ds-dashboard-email ds-ltr">{user.email}</span>
        </div>
        <LanguageMenu language={language} onChange={onLanguageChange} />
        <ThemeMenu />
        <Button variant="secondary" size="sm" icon={LogoutIcon} onClick={() => ask(signOut)}>
          {t('logout')}
        </Button>
      </div>
    </div>
  )
}

/** Of a part of the dashboard's code or texts, not of what the code does. */
const isLoadFailure = ({ name, code }: Error & { code?: string }) =>
  name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED'

function TabFailure({ retry, isLoad }: { retry: () => void; isLoad: boolean }) {
  const t = useTranslator(designTexts.ui)
  useReturn(retry, isLoad)
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
