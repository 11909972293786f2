import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { offlineCopies } from '@darsi/client/offline/offline-copies.ts'
import { PasswordQuestionHost } from '@darsi/client/password-question/password-question-host.tsx'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { dashboardPath } from '@darsi/contracts/reference/roles.ts'
import { ErrorBoundary } from '@darsi/design/feedback/error-boundary.tsx'
import { applyLanguage, loadTexts } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useState } from 'react'
import { type AppRoute, routeAt } from '../app-routes.ts'
import { rememberLanguage } from '../language.ts'
import { OfflineNotice } from '../offline/offline-notice.tsx'
import { Loading } from '../screens/loading.tsx'
import { OwnDashboard } from '../screens/own-dashboard.tsx'
import { SessionFailed } from '../screens/session-failed.tsx'
import { UnexpectedError } from '../screens/unexpected-error.tsx'
import { type Go, useAddress } from '../session/navigation.ts'
import { useAccount } from '../session/use-account.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { SiteProvider, useHref, useSite } from '../site.tsx'
import { api, passwordQuestion } from './app-api.ts'
import { GuardedDashboard } from './guard.tsx'

export function App({ language: first }: { language: Language }) {
  const [language, setLanguage] = useState(first)
  const { path, tab, go, setTab } = useAddress()
  const { route, named } = routeAt(path)
  const changeLanguage = async (next: Language) => {
    await loadTexts(next)
    rememberLanguage(next)
    applyLanguage(next)
    setLanguage(next)
  }
  return (
    <SiteProvider language={language} path={path} api={api}>
      <ErrorBoundary fallback={() => <UnexpectedError />}>
        <Screen
          key={path}
          route={route}
          lesson={named}
          go={go}
          tab={tab}
          onTabChange={setTab}
          // without network the language stays as it is
          onLanguageChange={(next) => void changeLanguage(next).catch(() => {})}
        />
      </ErrorBoundary>
      <PasswordQuestionHost question={passwordQuestion} />
      <OfflineNotice copies={offlineCopies} />
    </SiteProvider>
  )
}

type ScreenProps = {
  route: AppRoute | undefined
  lesson: string | null
  go: Go
  tab: string | null
  onTabChange: DashboardProps['onTabChange']
  onLanguageChange: (language: Language) => void
}

function Screen({ route, go, ...rest }: ScreenProps) {
  if (route === undefined) return <OwnDashboard go={go} />
  if ('remote' in route || 'meeting' in route) return <GuardedDashboard route={route} go={go} {...rest} />
  return route.entry === 'super-admin' ? <SuperAdminEntry go={go} /> : <OwnDashboard go={go} />
}

/** `/superadmin`: leads a super-admin to the dashboard, everyone else to the login. */
function SuperAdminEntry({ go }: { go: Go }) {
  const href = useHref()
  const signOut = useSignOut()
  const account = useAccount(useSite().api)
  const { state } = account
  const isSuperAdmin = state === 'signed-in' && account.user.role === 'super-admin'

  useEffect(() => {
    if (isSuperAdmin) go(dashboardPath['super-admin'], { replace: true })
    else if (state === 'signed-in' || state === 'signed-out') go(href('/login'), { replace: true })
  }, [isSuperAdmin, state, go, href])

  if (state === 'failed') return <SessionFailed {...account} onSignOut={() => void signOut()} />
  return <Loading />
}
