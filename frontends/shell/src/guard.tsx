import type { Language } from '@darsi/contracts/languages.ts'
import { CONTRACT } from '@darsi/ui/dashboard-props.ts'
import { useLanguage } from '@darsi/ui/i18n.tsx'
import { useEffect } from 'react'
import type { AppRoute } from './app-routes.ts'
import type { Go } from './navigation.ts'
import { RemoteDashboard } from './remote-dashboard.tsx'
import { loadDashboard } from './remotes.ts'
import { AccessDenied } from './screens/access-denied.tsx'
import { Loading } from './screens/loading.tsx'
import { SessionFailed } from './screens/session-failed.tsx'
import { useHref, useSite } from './site.tsx'
import { useAccount } from './use-account.ts'
import { useSignOut } from './use-sign-out.ts'

type GuardProps = {
  route: Extract<AppRoute, { remote: unknown }>
  go: Go
  tab: string | null
  onTabChange: (tab: string) => void
  onLanguageChange: (language: Language) => void
}

/** spec §2, role guard. For comfort only: every call is decided by the service that owns the data. */
export function GuardedDashboard({ route, go, ...rest }: GuardProps) {
  const { api } = useSite()
  const language = useLanguage()
  const href = useHref()
  const signOut = useSignOut()
  const account = useAccount(api)
  const signedOut = account.state === 'signed-out'

  useEffect(() => {
    if (signedOut) go(href('/login'), { replace: true })
  }, [signedOut, go, href])

  const { remote, allowed } = route
  const likely = account.state === 'loading' && allowed.includes(account.stored.role)
  useEffect(() => {
    // while the profile is asked for; a failure is shown when the dashboard is really wanted
    if (likely) loadDashboard(remote).catch(() => {})
  }, [likely, remote])

  if (account.state === 'failed') return <SessionFailed {...account} onSignOut={() => void signOut()} />
  if (account.state !== 'signed-in') return <Loading />
  if (!allowed.includes(account.user.role))
    return <AccessDenied role={account.user.role} required={allowed} />
  return (
    <RemoteDashboard
      role={remote}
      props={{
        contract: CONTRACT,
        user: account.user,
        language,
        api,
        signOut: () => void signOut(),
        navigate: go,
        ...rest,
      }}
    />
  )
}
