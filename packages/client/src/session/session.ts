import { isRole, type Role } from '@darsi/contracts/reference/roles.ts'

export type StoredUser = { readonly id: string; readonly role: Role; readonly fullName: string }
export type Session = { readonly token: string; readonly user: StoredUser }

// spec §7: these two names are the specification's
const tokenKey = 'authToken'
const userKey = 'userData'
const listeners = new Set<(session: Session | null) => void>()

/** The stored session, or null if there is none or it is invalid. */
export function readSession(): Session | null {
  const token = stored(tokenKey)
  const user = parseUser(stored(userKey))
  return token === null || token === '' || user === null ? null : { token, user }
}

export function writeSession({ token, user }: Session): void {
  const { id, role, fullName } = user
  try {
    localStorage.setItem(userKey, JSON.stringify({ id, role, fullName }))
    localStorage.setItem(tokenKey, token)
  } catch {
    // storage may be full or forbidden; the session then lives as long as the page
  }
  announce()
}

export function clearSession(): void {
  try {
    // other tabs get events only for changes, and the logout's answer may have cleared the storage already
    localStorage.setItem(tokenKey, '')
    localStorage.removeItem(tokenKey)
    localStorage.removeItem(userKey)
  } catch {
    // storage may be forbidden: then nothing was stored
  }
  announce()
}

/** False where the browser is set to keep no site data, or has no room left: a session would be lost with the page. */
export function keepsSiteData(): boolean {
  const key = 'darsi-kept'
  try {
    localStorage.setItem(key, key)
    const isKept = localStorage.getItem(key) === key
    localStorage.removeItem(key)
    return isKept
  } catch {
    return false
  }
}

/** Calls back on sign-in, refresh and sign-out, in this tab and in others. Returns how to stop. */
export function watchSession(listener: (session: Session | null) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === tokenKey || key === null) listener(readSession())
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** The expiry of the token in milliseconds since the epoch; null if it has none. */
export function tokenExpiry(token: string): number | null {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 : null
}

/** The session of the token, the same after each renewal; null if it has none. */
export function sessionIdOf(token: string): string | null {
  const { sid } = claimsOf(token)
  return typeof sid === 'string' ? sid : null
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = token.split('.')[1] ?? ''
    return Object(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return {}
  }
}

function announce() {
  const session = readSession()
  for (const listener of listeners) listener(session)
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parseUser(json: string | null): StoredUser | null {
  if (json === null) return null
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null) return null
    if (!('id' in value) || !('role' in value) || !('fullName' in value)) return null
    const { id, role, fullName } = value
    return typeof id === 'string' && isRole(role) && typeof fullName === 'string'
      ? { id, role, fullName }
      : null
  } catch {
    return null
  }
}
