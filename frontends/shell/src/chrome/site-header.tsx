import { readSession, watchSession } from '@darsi/client/session/session.ts'
import { MenuIcon } from '@darsi/design/graphics/icons.tsx'
import { Logo } from '@darsi/design/graphics/logo.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { ThemeMenu } from '@darsi/design/layout/preference-menus.tsx'
import { type SyntheticEvent, useSyncExternalStore } from 'react'
import { useHref, useSite } from '../site.tsx'
import { texts } from '../texts.ts'
import { LanguageLinks } from './language-links.tsx'

const links = [
  ['/', 'home'],
  ['/teachers', 'teachers'],
  ['/about', 'about'],
  ['/services', 'services'],
  ['/how-it-works', 'howItWorks'],
  ['/contact', 'contact'],
] as const

export function SiteHeader() {
  const t = useTranslator(texts.frame)
  const href = useHref()
  return (
    <header className="chrome-header">
      <div className="ds-page chrome-bar">
        <a className="chrome-brand" href={href('/')}>
          <Logo />
        </a>
        <nav className="chrome-nav" aria-label={t('mainNavigation')}>
          <NavigationLinks />
        </nav>
        <div className="chrome-actions">
          <LanguageLinks />
          <ThemeMenu />
          <AccountLinks />
        </div>
        <SheetMenu />
      </div>
    </header>
  )
}

/** Without links to pages that are closed while the site is under construction. */
export function BareHeader() {
  return (
    <header className="chrome-header">
      <div className="ds-page chrome-bar">
        <Logo />
        <div className="chrome-preferences">
          <LanguageLinks />
          <ThemeMenu />
        </div>
      </div>
    </header>
  )
}

/** A `details` element, so that it opens without JavaScript. With JavaScript, Escape and losing the focus close it. */
function SheetMenu() {
  const t = useTranslator(texts.frame)
  const close = (event: SyntheticEvent<HTMLDetailsElement>) => {
    event.currentTarget.open = false
  }
  return (
    <details
      className="chrome-menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close(event)
        event.currentTarget.querySelector('summary')?.focus()
      }}
      onBlur={(event) => {
        const { relatedTarget } = event
        if (relatedTarget !== null && !event.currentTarget.contains(relatedTarget)) close(event)
      }}
    >
      <summary>
        <MenuIcon />
        <span className="ds-hidden">{t('menu')}</span>
      </summary>
      <div className="chrome-sheet">
        <NavigationLinks />
        <AccountLinks />
        <div className="chrome-preferences">
          <LanguageLinks />
          <ThemeMenu />
        </div>
      </div>
    </details>
  )
}

function NavigationLinks() {
  const t = useTranslator(texts.frame)
  const href = useHref()
  const { path } = useSite()
  return links.map(([to, label]) => (
    <a key={to} href={href(to)} aria-current={path === to ? 'page' : undefined}>
      {t(label)}
    </a>
  ))
}

function AccountLinks() {
  const t = useTranslator(texts.frame)
  const href = useHref()
  const signedIn = useSignedIn()
  return (
    <>
      {signedIn ? (
        <a className="chrome-button" href={href('/dashboard')}>
          {t('myDashboard')}
        </a>
      ) : (
        <a className="chrome-button" href={href('/login')}>
          {t('signIn')}
        </a>
      )}
      <a className="chrome-button" href={href('/teacher-opportunities')}>
        {t('forTeachers')}
      </a>
      {!signedIn && (
        <a className="chrome-button chrome-button-strong" href={href('/registration')}>
          {t('joinNow')}
        </a>
      )}
    </>
  )
}

/** False while prerendering and in the first render, so that hydration matches. */
function useSignedIn(): boolean {
  return useSyncExternalStore(
    watchSession,
    () => readSession() !== null,
    () => false,
  )
}
