import { CONTRACT, type DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef } from 'react'
import type { AppRoute } from '../app-routes.ts'
import { loadDashboard } from '../remotes/remotes.ts'
import { Loading } from '../screens/loading.tsx'
import { Notice } from '../screens/notice.tsx'
import { SessionFailed } from '../screens/session-failed.tsx'
import { type Go, isLeaving } from '../session/navigation.ts'
import { keepPlace } from '../session/return-place.ts'
import { useAccount } from '../session/use-account.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useHref, useSite } from '../site.tsx'
import { texts } from '../texts.ts'
import { RemoteDashboard } from './remote-dashboard.tsx'

type GuardProps = {
  route: Exclude<AppRoute, { entry: unknown }>
  lesson: string | null
  go: Go
  tab: string | null
  onTabChange: DashboardProps['onTabChange']
  onLanguageChange: (language: Language) => void
}

/** spec §2, role guard. Only a convenience: each service checks access to its own data. */
export function GuardedDashboard({ route, go, ...rest }: GuardProps) {
  const { api } = useSite()
  const language = useLanguage()
  const href = useHref()
  const signOut = useSignOut()
  const account = useAccount(api)
  const signedOut = account.state === 'signed-out'

  const known = useRef<string | null>(null)
  if (account.state === 'signed-in') known.current = account.user.id

  useEffect(() => {
    if (!signedOut || isLeaving()) return
    // spec §2, with the return address: a deep link, or the page where the session ended
    keepPlace({ path: location.pathname + location.search, account: known.current })
    go(href('/login'), { replace: true })
  }, [signedOut, go, href])

  const allowed = 'meeting' in route ? route.meeting : route.allowed
  const role =
    account.state === 'signed-in'
      ? account.user.role
      : account.state === 'loading'
        ? account.stored.role
        : null
  // the classroom is part of each role's own dashboard
  const remote = 'remote' in route ? route.remote : role
  const likely = account.state === 'loading' && allowed.includes(account.stored.role)
  useEffect(() => {
    // starts loading while the profile is requested; the dashboard shows a failure itself
    if (likely && remote !== null) loadDashboard(remote).catch(() => {})
  }, [likely, remote])

  if (account.state === 'failed') return <SessionFailed {...account} onSignOut={() => void signOut()} />
  if (account.state !== 'signed-in') return <Loading />
  if (!allowed.includes(account.user.role))
    return <AccessDenied role={account.user.role} required={allowed} />
  return (
    <RemoteDashboard
      role={'remote' in route ? route.remote : account.user.role}
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

function AccessDenied({ role, required }: { role: Role; required: readonly Role[] }) {
  const t = useTranslator(texts.frame)
  const href = useHref()
  const signOut = useSignOut()
  return (
    <Notice
      title={t('accessDenied')}
      actions={
        <>
          <Button onClick={() => void signOut('/login')}>{t('logoutAndTry')}</Button>
          <LinkButton variant="secondary" href={href('/')}>
            {t('goHome')}
          </LinkButton>
        </>
      }
    >
      <p>{t('noPermission')}</p>
      <dl className="screen-facts">
        <dt>{t('yourRole')}</dt>
        <dd>{t(`role_${role}`)}</dd>
        <dt>{t('requiredRoles')}</dt>
        <dd>{required.map((one) => t(`role_${one}`)).join(', ')}</dd>
      </dl>
    </Notice>
  )
}
