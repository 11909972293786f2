import type { Language } from '@darsi/contracts/languages.ts'
import { ErrorBoundary } from '@darsi/ui/error-boundary.tsx'
import { applyLanguage } from '@darsi/ui/i18n.tsx'
import { PasswordQuestionHost } from '@darsi/ui/security/password-question-host.tsx'
import { useState } from 'react'
import { api, passwordQuestion } from './app-api.ts'
import { type AppRoute, appRoutes } from './app-routes.ts'
import { GuardedDashboard } from './guard.tsx'
import { rememberLanguage } from './language.ts'
import { type Go, useAddress } from './navigation.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { OwnDashboard } from './screens/own-dashboard.tsx'
import { SuperAdminEntry } from './screens/super-admin-entry.tsx'
import { UnexpectedError } from './screens/unexpected-error.tsx'
import { SiteProvider } from './site.tsx'

const routes: Readonly<Record<string, AppRoute>> = appRoutes

export function App({ language: first }: { language: Language }) {
  const [language, setLanguage] = useState(first)
  const { path, tab, go, setTab } = useAddress()
  const changeLanguage = (next: Language) => {
    rememberLanguage(next)
    applyLanguage(next)
    setLanguage(next)
  }
  return (
    <SiteProvider language={language} path={path} api={api}>
      <ErrorBoundary fallback={() => <UnexpectedError />}>
        <Screen
          key={path}
          route={routes[path]}
          go={go}
          tab={tab}
          onTabChange={setTab}
          onLanguageChange={changeLanguage}
        />
      </ErrorBoundary>
      <PasswordQuestionHost question={passwordQuestion} />
      <OfflineNotice />
    </SiteProvider>
  )
}

type ScreenProps = {
  route: AppRoute | undefined
  go: Go
  tab: string | null
  onTabChange: (tab: string) => void
  onLanguageChange: (language: Language) => void
}

function Screen({ route, go, ...rest }: ScreenProps) {
  if (route === undefined) return <OwnDashboard go={go} />
  if ('remote' in route) return <GuardedDashboard route={route} go={go} {...rest} />
  return route.entry === 'super-admin' ? <SuperAdminEntry go={go} /> : <OwnDashboard go={go} />
}
