import { LinkButton } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect } from 'react'
import { ownDashboard } from '../app-routes.ts'
import type { Go } from '../session/navigation.ts'
import { keepPlace } from '../session/return-place.ts'
import { useAccount } from '../session/use-account.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useHref, useSite } from '../site.tsx'
import { texts } from '../texts.ts'
import { Loading } from './loading.tsx'
import { Notice } from './notice.tsx'
import { SessionFailed } from './session-failed.tsx'

/** spec §2: `/dashboard` leads each role to its own dashboard. */
export function OwnDashboard({ go }: { go: Go }) {
  const t = useTranslator(texts.frame)
  const href = useHref()
  const signOut = useSignOut()
  const account = useAccount(useSite().api)
  const role = account.state === 'signed-in' ? account.user.role : null

  useEffect(() => {
    // `?notice=` of a mail or a push message: the dashboard knows which of its tabs shows it
    if (role !== null) go(ownDashboard(role, location.search), { replace: true })
  }, [role, go])

  const isDeepLink = account.state === 'signed-out' && location.search !== ''
  useEffect(() => {
    if (isDeepLink) keepPlace({ path: location.pathname + location.search, account: null })
  }, [isDeepLink])

  if (account.state === 'failed') return <SessionFailed {...account} onSignOut={() => void signOut()} />
  if (account.state !== 'signed-out') return <Loading />
  return (
    <Notice
      title={t('notAuthenticated')}
      actions={<LinkButton href={href('/login')}>{t('goToLogin')}</LinkButton>}
    >
      <p>{t('pleaseLogIn')}</p>
    </Notice>
  )
}
