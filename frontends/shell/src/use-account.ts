import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { DashboardUser } from '@darsi/client/dashboard/dashboard-props.ts'
import { readSession, type StoredUser, watchSession } from '@darsi/client/session/session.ts'
import { useEffect, useState } from 'react'

type Account =
  | { state: 'loading'; stored: StoredUser }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: DashboardUser }
  | { state: 'failed'; message: string; retry: () => void }

/** spec §4: a loading state until the session and its profile are loaded. */
export function useAccount(api: ApiClient): Account {
  const [stored, setStored] = useState(() => readSession()?.user ?? null)
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ user: DashboardUser } | { message: string } | null>(null)
  const id = stored?.id

  useEffect(() => watchSession((session) => setStored(session?.user ?? null)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks again for the same account
  useEffect(() => {
    setAnswer(null)
    if (id === undefined) return
    const gone = new AbortController()
    api.call('GET /auth/profile', { signal: gone.signal }).then(
      ({ data: { id, role, fullName, email } }) => setAnswer({ user: { id, role, fullName, email } }),
      (error: unknown) => {
        if (!gone.signal.aborted)
          setAnswer({ message: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => gone.abort()
  }, [api, id, attempt])

  if (stored === null) return { state: 'signed-out' }
  if (answer === null) return { state: 'loading', stored }
  if ('user' in answer) return { state: 'signed-in', user: answer.user }
  return { state: 'failed', message: answer.message, retry: () => setAttempt(attempt + 1) }
}
