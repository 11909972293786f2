import { sessionLimitsOf } from '@darsi/contracts/rules/session-limits.ts'
import type { ApiClient } from '../api/api-client.ts'
import { readSession } from '../session/session.ts'

// shared, so that work in one tab keeps the others signed in
const key = 'lastActive'
const noteEveryMs = 15_000
const lookEveryMs = 30_000
const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

export type IdleWatch = { isIdle: () => boolean; stop: () => void }

/**
 * Measures whether the page was used within the time limit of the session's role. An open page renews its session by
 * itself, so the server alone cannot see that nobody uses it.
 */
export function watchIdle(): IdleWatch {
  let last = Date.now()
  let noted = 0
  const note = () => {
    last = Date.now()
    if (last - noted < noteEveryMs) return
    noted = last
    try {
      localStorage.setItem(key, String(last))
    } catch {
      // without storage this tab counts only its own activity
    }
  }
  note()
  for (const sign of signs) addEventListener(sign, note, { capture: true, passive: true })

  return {
    isIdle: () => {
      const session = readSession()
      if (session === null) return false
      return Date.now() - Math.max(last, elsewhere()) > sessionLimitsOf(session.user.role).idleMs
    },
    stop: () => {
      for (const sign of signs) removeEventListener(sign, note, { capture: true })
    },
  }
}

/** Checks from time to time, so that an abandoned page is closed before its next call. Returns how to stop. */
export function endWhenIdle(api: Pick<ApiClient, 'refresh'>, { isIdle }: IdleWatch): () => void {
  const timer = setInterval(() => {
    // the client ends the session of an idle page instead of renewing it
    if (isIdle()) api.refresh().catch(() => {})
  }, lookEveryMs)
  return () => clearInterval(timer)
}

function elsewhere(): number {
  try {
    return Number(localStorage.getItem(key)) || 0
  } catch {
    return 0
  }
}
