import { sendBeforeSignOut, waitBriefly } from '@darsi/client/session/before-sign-out.ts'
import { clearSession } from '@darsi/client/session/session.ts'
import { endPush } from '@darsi/client/signed-in/push-subscription.ts'
import { readTheme } from '@darsi/design/styles/apply-theme.ts'
import { writeTheme } from '@darsi/design/styles/theme.ts'
import { chosenLanguage, rememberLanguage } from '../language.ts'
import type { PublicPath } from '../routes.ts'
import { useHref, useSite } from '../site.tsx'
import { leave } from './navigation.ts'
import { forgetTyped } from './return-place.ts'

/** Ends the session on the server and here. If the server does not answer, the user is signed out here anyway. */
export function useSignOut(): (then?: PublicPath) => Promise<void> {
  const { api } = useSite()
  const href = useHref()
  return async (then = '/') => {
    const theme = readTheme()
    const language = chosenLanguage()
    await Promise.all([sendBeforeSignOut(), waitBriefly(endPush())])
    await waitBriefly(api.call('POST /auth/logout', { keepalive: true }))
    // Clear-Site-Data has cleared the storage: theme and language are written again
    writeTheme(theme)
    if (language) rememberLanguage(language)
    leave(href(then))
    forgetTyped()
    clearSession()
  }
}
