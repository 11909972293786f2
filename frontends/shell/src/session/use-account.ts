import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import type { DashboardUser } from '@darsi/client/dashboard/dashboard-props.ts'
import { hasOfflineCopy } from '@darsi/client/offline/offline-copies.ts'
import { readSession, type StoredUser, watchSession } from '@darsi/client/session/session.ts'
import { useEffect, useState } from 'react'

type Account =
  | { state: 'loading'; stored: StoredUser }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: DashboardUser }
  | { state: 'failed'; message: string; retry: () => void }

type Answer = { user: DashboardUser; offline?: true } | { message: string } | null

let first: { readonly id: string; answer: Answer } | null = null

/** Loads the profile for the first render, which then needs no loading state. */
export async function loadAccount(api: ApiClient): Promise<void> {
  const id = readSession()?.user.id
  if (id === undefined) return
  const own: NonNullable<typeof first> = { id, answer: null }
  first = own
  own.answer = await askProfile(api)
}

/** spec §4: a loading state until the session and its profile are loaded. */
export function useAccount(api: ApiClient): Account {
  const [stored, setStored] = useState(() => readSession()?.user ?? null)
  const [attempt, setAttempt] = useState(0)
  const id = stored?.id
  const [answer, setAnswer] = useState<Answer>(() => firstAnswer(id))

  useEffect(() => watchSession((session) => setStored(session?.user ?? null)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks again for the same account
  useEffect(() => {
    const isKnown = firstAnswer(id) !== null
    // later screens and later accounts ask again
    first = null
    if (isKnown) return
    setAnswer((before) => (before !== null && 'offline' in before && before.user.id === id ? before : null))
    if (id === undefined) return
    const gone = new AbortController()
    void askProfile(api, gone.signal).then((next) => {
      if (!gone.signal.aborted) setAnswer(next)
    })
    return () => gone.abort()
  }, [api, id, attempt])

  const isOffline = answer !== null && 'offline' in answer
  useEffect(() => {
    if (!isOffline) return
    const ask = () => setAttempt((before) => before + 1)
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [isOffline])

  if (stored === null) return { state: 'signed-out' }
  if (answer === null) return { state: 'loading', stored }
  if ('user' in answer) return { state: 'signed-in', user: answer.user }
  return { state: 'failed', message: answer.message, retry: () => setAttempt(attempt + 1) }
}

const firstAnswer = (id: string | undefined) => (first !== null && first.id === id ? first.answer : null)

async function askProfile(api: ApiClient, signal?: AbortSignal): Promise<Answer> {
  try {
    const { data } = await api.call('GET /auth/profile', signal && { signal })
    const { id, role, fullName, email } = data
    return { user: { id, role, fullName, email } }
  } catch (error) {
    return offlineAnswer(error) ?? { message: errorMessage(error) }
  }
}

/** Without network the stored user opens the dashboard, whose lessons are kept on this device. */
function offlineAnswer(error: unknown): Answer {
  const user = readSession()?.user
  const isOffline = error instanceof ApiError && error.status === 0 && hasOfflineCopy()
  return isOffline && user ? { user: { ...user, email: '' }, offline: true } : null
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
