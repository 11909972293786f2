import type { Api } from '@darsi/contracts/calls/api.ts'
import { waitBriefly } from '../session/before-sign-out.ts'
import { clearSession, readSession, writeSession } from '../session/session.ts'
import { errorFrom } from './api-error.ts'
import type { Send } from './send.ts'

type Settings = {
  send: Send
  /** The text of a failure for which the server gave no reason. */
  failed: () => string
  isIdle: () => boolean
  onSignedOut: () => void
}
/** Returns the new access token; null if the session has ended. `used` is the refused token. */
export type Renew = (used: string | null) => Promise<string | null>

/** Renews the session once for all waiting calls. */
export function createRenew(settings: Settings): Renew {
  let renewal: Promise<string | null> | null = null
  return (used) => {
    renewal ??= alone(() => exchange(settings, used)).finally(() => {
      renewal = null
    })
    return renewal
  }
}

/** Another tab may have renewed while this one waited for the lock. */
async function exchange(settings: Settings, used: string | null): Promise<string | null> {
  const { send, failed, isIdle, onSignedOut } = settings
  const before = readSession()
  if (before !== null && before.token !== used) return before.token
  if (before !== null && isIdle()) return abandon(settings, before.token)
  const response = await send('POST /auth/refresh', {}, null)
  if (response.ok) {
    // `as`: our own auth service answers as the contract declares
    const answer = (await response.json()) as Api['POST /auth/refresh']['answer']
    // the user may have logged out during this call; the token is still returned, because the logout needs one
    if (before === null || readSession() !== null) writeSession(answer)
    return answer.token
  }
  if (response.status !== 401 && response.status !== 403) throw await errorFrom(response, failed())
  clearSession()
  // a visitor without a session
  if (before !== null) onSignedOut()
  return null
}

async function abandon({ send, onSignedOut }: Settings, token: string): Promise<null> {
  // offline: the server ends the session by its own clock
  await waitBriefly(send('POST /auth/logout', { body: { idle: true }, keepalive: true }, token))
  clearSession()
  onSignedOut()
  return null
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: across all tabs if the browser supports locks, else in this tab. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (locks !== undefined) return locks.request('darsi-refresh', work)
  const turn = last.then(work)
  last = turn.catch(() => null)
  return turn
}
