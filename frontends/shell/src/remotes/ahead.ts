import { readSession } from '@darsi/client/session/session.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { routeAt } from '../app-routes.ts'
import { appLanguage } from '../language.ts'
import { loadConfig, type RemoteRelease, type ShellConfig } from './config.ts'

type Ahead = { readonly role: Role; readonly config: Promise<ShellConfig> }
declare global {
  var darsiAhead: Ahead | undefined
}

/** As long as the first try of the application; a hanging request would make the second one wait. */
const timeout = 8_000

/**
 * Requests `config.json` while the application's scripts are still on their way, and then the files of the dashboard at
 * this address: all of them are needed before the first paint, so the line must not be idle between them.
 */
export function fetchAhead(): void {
  const role = likelyRole()
  if (role === null) return
  const giveUp = new AbortController()
  setTimeout(() => giveUp.abort(), timeout)
  const { signal } = giveUp
  const config = loadConfig(signal)
  globalThis.darsiAhead = { role, config }
  config
    .then(({ remotes }) => {
      const release = remotes[role]
      if (release === undefined) return
      const { entry, integrity } = release
      warm({ ...release, parts: [{ href: entry, integrity }, ...release.parts] }, signal)
    })
    // the application asks again
    .catch(() => {})
}

/** What `fetchAhead` has requested: once, because a second try has to ask again. */
export function takeAhead(): Ahead | undefined {
  const ahead = globalThis.darsiAhead
  globalThis.darsiAhead = undefined
  return ahead
}

/**
 * Fetches the parts that the entry needs together with it instead of after it. Not by `<link rel="preload">`: Chromium reuses a
 * failed preload for the next request, so that no retry would ever succeed.
 */
export function warm({ parts, texts }: RemoteRelease, signal: AbortSignal): void {
  for (const { href, integrity } of [...parts, ...texts[appLanguage()]])
    void fetch(href, { integrity, signal }).catch(() => {})
}

/** The dashboard that the guard will most likely show; null if it will not show any. */
export function likelyRole(): Role | null {
  const { route } = routeAt(location.pathname)
  const role = readSession()?.user.role
  if (role === undefined || route === undefined || 'entry' in route) return null
  const allowed = 'meeting' in route ? route.meeting : route.allowed
  if (!allowed.includes(role)) return null
  return 'meeting' in route ? role : route.remote
}
