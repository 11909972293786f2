import { wipeDrafts } from '@darsi/client/session/draft.ts'
import { wipeBoards } from '@darsi/client/session/kept-boards.ts'
import { isRole, type Role } from '@darsi/contracts/reference/roles.ts'
import { type AppRoute, routeAt } from './app-routes.ts'

const key = 'darsi-return'
const loggedOut = 'darsi-logged-out'

type ReturnPlace = {
  path: string
  /** Whose session ended there; null for a visitor who followed a link. */
  account: string | null
}

/** Keeps where a visitor without a session wanted to be, in this tab, until somebody signs in. */
export function keepPlace(place: ReturnPlace): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(place))
  } catch {
    // the sign-in then leads to the dashboard
  }
}

export function keptPlace(): ReturnPlace | null {
  try {
    const place: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof place !== 'object' || place === null || !('path' in place) || !('account' in place))
      return null
    const { path, account } = place
    return typeof path === 'string' && (account === null || typeof account === 'string')
      ? { path, account }
      : null
  } catch {
    return null
  }
}

function forgetPlace(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // nothing was kept then
  }
}

/**
 * Where this account goes on after signing in: only to a place that it left itself or followed a link to, and that
 * its role may see.
 */
export function placeFor({ id, role }: { id: string; role: string }): string | null {
  const place = keptPlace()
  forgetPlace()
  // drafts of another account are not left behind for this one
  wipeDrafts(id)
  if (place === null || (place.account !== null && place.account !== id)) return null
  const { route } = routeAt(place.path.split(/[?#]/)[0] ?? '')
  return route !== undefined && !('entry' in route) && isRole(role) && mayOpen(route, role)
    ? place.path
    : null
}

const mayOpen = (route: Exclude<AppRoute, { entry: string }>, role: Role) =>
  ('meeting' in route ? route.meeting : route.allowed).includes(role)

/** Forgets what was typed in every tab of this browser: whoever logs out leaves nothing behind. */
export function forgetTyped(): void {
  forgetPlace()
  wipeDrafts()
  wipeBoards().catch(() => {})
  try {
    localStorage.setItem(loggedOut, String(Date.now()))
  } catch {
    // other tabs then keep theirs until they are closed
  }
}

/** In the other tabs. */
export function watchLogout(): void {
  addEventListener('storage', (event) => {
    if (event.key === loggedOut && event.newValue !== null) {
      forgetPlace()
      wipeDrafts()
    }
  })
}
