import { writeSession } from '@darsi/client/session/session.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { invitation, takeOver } from '../../links/kept-token.ts'
import { placeFor, wipeOtherAccounts } from '../../session/return-place.ts'
import { useHref } from '../../site.tsx'

export type Entered = Api['POST /auth/login']['answer']

/** Stores the session and goes to the address from the server (spec §2), but only on this site. */
export function useEntry(go: (path: string) => void) {
  const href = useHref()
  return ({ token, user, redirectTo }: Entered) => {
    writeSession({ token, user })
    wipeOtherAccounts(user.id)
    // a visitor with a guardian's link continues with it
    if (user.role === 'parent' && invitation.kept() !== null) return go(href('/guardian'))
    if (user.role === 'student' && takeOver.kept() !== null) return go(href('/take-over'))
    const place = placeFor(user)
    if (place !== null) return go(place)
    go(/^\/(?![/\\])/.test(redirectTo) ? redirectTo : href('/'))
  }
}
