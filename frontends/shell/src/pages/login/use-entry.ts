import type { Api } from '@darsi/contracts/api.ts'
import { writeSession } from '@darsi/ui/session.ts'
import { useHref } from '../../site.tsx'

export type Entered = Api['POST /auth/login']['answer']

/** Stores the session and goes where the server says (spec §2), on this site only. */
export function useEntry(go: (path: string) => void) {
  const home = useHref()('/')
  return ({ token, user, redirectTo }: Entered) => {
    writeSession({ token, user })
    go(/^\/(?![/\\])/.test(redirectTo) ? redirectTo : home)
  }
}
