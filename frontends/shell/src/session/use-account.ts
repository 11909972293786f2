import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import { within } from '@darsi/client/api/within.ts'
import type { DashboardUser } from '@darsi/client/dashboard/dashboard-props.ts'
import { hasOfflineCopy } from '@darsi/client/offline/offline-copies.ts'
import { useReturn } from '@darsi/client/query/use-return.ts'
import { readSession, type StoredUser, watchSession } from '@darsi/client/session/session.ts'
import { useEffect, useState } from 'react'

type Account =
  | { state: 'loading'; stored: StoredUser }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: DashboardUser }
  | { state: 'failed'; message: string; retry: () => void }

type Answer =
  | { user: DashboardUser; offline?: true; late?: Promise<Answer> }
  | { message: string; unanswered?: true }
  | null

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

  const late = answer !== null && 'late' in answer ? answer.late : undefined
  useEffect(() => {
    let isCurrent = true
    void late?.then((next) => isCurrent && setAnswer(next))
    return () => {
      isCurrent = false
    }
  }, [late])

  const isUnanswered = answer !== null && !late && ('offline' in answer || 'unanswered' in answer)
  useReturn(() => setAttempt((before) => before + 1), isUnanswered)

  if (stored === null) return { state: 'signed-out' }
  if (answer === null) return { state: 'loading', stored }
  if ('user' in answer) return { state: 'signed-in', user: answer.user }
  return { state: 'failed', message: answer.message, retry: () => setAttempt(attempt + 1) }
}

const firstAnswer = (id: string | undefined) => (first !== null && first.id === id ? first.answer : null)

/** A network that has not answered by then hangs. */
const silenceMs = 3_000

async function askProfile(api: ApiClient, signal?: AbortSignal): Promise<Answer> {
  const late = profileAnswer(api, signal)
  if (!hasOfflineCopy()) return late
  const first = await within(silenceMs, late)
  if (first !== null) return first
  const stored = storedAnswer()
  return stored && { ...stored, late }
}

async function profileAnswer(api: ApiClient, signal?: AbortSignal): Promise<Answer> {
  try {
    const { data } = await api.call('GET /auth/profile', signal && { signal })
    const { id, role, fullName, email } = data
    return { user: { id, role, fullName, email } }
  } catch (error) {
    const isUnanswered = error instanceof ApiError && error.status === 0
    const stored = isUnanswered && hasOfflineCopy() ? storedAnswer() : null
    return stored ?? { message: errorMessage(error), ...(isUnanswered && { unanswered: true }) }
  }
}

/** Without network the stored user opens the dashboard, whose lessons are kept on this device. */
function storedAnswer() {
  const user = readSession()?.user
  return user ? { user: { ...user, email: '' }, offline: true as const } : null
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
