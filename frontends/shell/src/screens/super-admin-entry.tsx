import { dashboardPath } from '@darsi/contracts/reference/roles.ts'
import { useEffect } from 'react'
import type { Go } from '../session/navigation.ts'
import { useAccount } from '../session/use-account.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useHref, useSite } from '../site.tsx'
import { Loading } from './loading.tsx'
import { SessionFailed } from './session-failed.tsx'

/** `/superadmin`: leads a super-admin to the dashboard, everyone else to the login. */
export function SuperAdminEntry({ go }: { go: Go }) {
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
