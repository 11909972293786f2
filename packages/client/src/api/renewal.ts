import type { Api } from '@darsi/contracts/calls/api.ts'
import { clearSession, readSession, writeSession } from '../session/session.ts'
import { errorFrom } from './api-error.ts'
import type { Send } from './send.ts'

type Settings = {
  send: Send
  /** The text of a failure that the server did not explain. */
  failed: () => string
  isIdle: () => boolean
  onSignedOut: () => void
}
/** Answers the new access token; null when the session is over. `used` is the one that was refused. */
export type Renew = (used: string | null) => Promise<string | null>

/** Renews the session once for all calls that wait for it. */
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
    // `as`: our own auth service answers what the contract says
    const answer = (await response.json()) as Api['POST /auth/refresh']['answer']
    writeSession(answer)
    return answer.token
  }
  if (response.status !== 401 && response.status !== 403) throw await errorFrom(response, failed())
  clearSession()
  // a visitor without a session has none to lose
  if (before !== null) onSignedOut()
  return null
}

async function abandon({ send, onSignedOut }: Settings, token: string): Promise<null> {
  // offline the server ends it by its own clock
  await send('POST /auth/logout', {}, token).catch(() => null)
  clearSession()
  onSignedOut()
  return null
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: in all tabs where the browser can say so, otherwise in this one. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (locks !== undefined) return locks.request('darsi-refresh', work)
  const turn = last.then(work)
  last = turn.catch(() => null)
  return turn
}
