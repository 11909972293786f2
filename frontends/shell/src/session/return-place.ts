import { wipeOutbox } from '@darsi/client/offline/outbox.ts'
import { wipeDrafts } from '@darsi/client/session/draft.ts'
import { wipeBoards } from '@darsi/client/session/kept-boards.ts'
import { readSession, watchSession } from '@darsi/client/session/session.ts'
import { endPush } from '@darsi/client/signed-in/push-subscription.ts'
import { isRole, type Role } from '@darsi/contracts/reference/roles.ts'
import { type AppRoute, ownDashboard, routeAt } from '../app-routes.ts'

const key = 'darsi-return'
const loggedOut = 'darsi-logged-out'

type ReturnPlace = {
  path: string
  /** The account whose session ended there; null for a visitor who followed a link. */
  account: string | null
}

/** Stores the address that a visitor without a session wanted, in this tab, until someone signs in. */
export function keepPlace(place: ReturnPlace): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(place))
  } catch {
    // without storage the sign-in leads to the dashboard
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
    // storage may be forbidden: then nothing was kept
  }
}

/**
 * Deletes what another account left in this browser: its session may have ended without a logout. To be called at every
 * sign-in.
 */
export function wipeOtherAccounts(id: string): void {
  wipeDrafts(id)
  wipeOutbox(id)
  wipeBoards(id).catch(() => {})
  endPush(id).catch(() => {})
}

/**
 * The page for this account after signing in: only one that it left itself or followed a link to, and that its role
 * may open.
 */
export function placeFor({ id, role }: { id: string; role: string }): string | null {
  const place = keptPlace()
  forgetPlace()
  if (place === null || (place.account !== null && place.account !== id)) return null
  // a mail's link to whatever dashboard its reader has
  const toOwn = /^\/dashboard(\?.+)$/.exec(place.path)?.[1]
  if (toOwn !== undefined && isRole(role)) return ownDashboard(role, toOwn)
  const { route } = routeAt(place.path.split(/[?#]/)[0] ?? '')
  return route !== undefined && !('entry' in route) && isRole(role) && mayOpen(route, role)
    ? place.path
    : null
}

const mayOpen = (route: Exclude<AppRoute, { entry: string }>, role: Role) =>
  ('meeting' in route ? route.meeting : route.allowed).includes(role)

/** Deletes drafts in every tab of this browser, so that a logout leaves nothing behind. */
export function forgetTyped(): void {
  forgetPlace()
  wipeDrafts()
  wipeOutbox()
  wipeBoards().catch(() => {})
  try {
    localStorage.setItem(loggedOut, String(Date.now()))
  } catch {
    // without storage events, other tabs keep their drafts until they are closed
  }
}

/** Deletes drafts in the other tabs. */
export function watchLogout(): void {
  addEventListener('storage', (event) => {
    if (event.key === loggedOut && event.newValue !== null) {
      forgetPlace()
      wipeDrafts()
    }
  })
}

/**
 * Loads the page again when another account signs in, because lists of the earlier account are in memory and their keys
 * do not contain the account. Returns how to stop.
 */
export function watchAccount(reload: () => void): () => void {
  const id = readSession()?.user.id
  // a sign-in in another tab does not reach the drafts of this one
  if (id !== undefined) wipeDrafts(id)
  return watchSession((session) => {
    if (id !== undefined && session !== null && session.user.id !== id) reload()
  })
}
