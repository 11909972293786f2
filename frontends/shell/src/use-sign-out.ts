import { clearSession } from '@darsi/ui/session.ts'
import { leave } from './navigation.ts'
import type { PublicPath } from './routes.ts'
import { useHref, useSite } from './site.tsx'

/** Ends the session on the server and here; a server that cannot be reached does not keep anyone signed in. */
export function useSignOut(): (then?: PublicPath) => Promise<void> {
  const { api } = useSite()
  const href = useHref()
  return async (then = '/') => {
    await api.call('POST /auth/logout').catch(() => {})
    leave(href(then))
    clearSession()
  }
}
