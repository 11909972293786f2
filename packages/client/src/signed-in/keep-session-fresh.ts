import { renewalPauseMs } from '@darsi/contracts/rules/session-limits.ts'
import type { ApiClient } from '../api/api-client.ts'
import { readSession, tokenExpiry, watchSession } from '../session/session.ts'

const ahead = 60_000
const longest = 3_600_000

/** Renews the token a minute before it expires, or when the page becomes visible after that. Returns how to stop. */
export function keepSessionFresh(api: Pick<ApiClient, 'refresh'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const plan = (least = 0) => {
    clearTimeout(timer)
    const token = readSession()?.token
    const ends = token === undefined ? null : tokenExpiry(token)
    if (ends === null) return
    timer = setTimeout(renew, Math.min(longest, Math.max(least, ends - ahead - Date.now())))
  }
  const renew = () => {
    const ends = tokenExpiry(readSession()?.token ?? '')
    // a hidden tab leaves it to the visible one
    if (ends === null || document.visibilityState === 'hidden') return
    if (ends - ahead > Date.now()) return plan()
    // offline, or the server is down: tried again after a pause
    const again = () => plan(renewalPauseMs)
    api.refresh().then(again, again)
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') plan()
  }

  plan()
  const unwatch = watchSession(() => plan(renewalPauseMs))
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearTimeout(timer)
    unwatch()
    document.removeEventListener('visibilitychange', onVisible)
  }
}
