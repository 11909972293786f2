import { useMemo, useSyncExternalStore } from 'react'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { onNetworkReturn } from '../api/network-events.ts'
import { readSession } from '../session/session.ts'

/*
 * Messages that could not be sent without network. They wait in this browser's storage, by account, also after the tab
 * is closed, and are sent when the network is back. Each has an idempotency key, so that the server adds one message,
 * however often the answer was lost. A logout deletes them.
 */
export type Unsent = {
  key: string
  thread: string
  text: string
  files: string[]
  at: string
  /** Why the server refused it. */
  refused: string | null
}

const prefix = 'darsi-outbox/'
const changed = 'darsi-outbox'
const lookAgainMs = 15_000
/** An older message is not sent by itself, because what it says may be out of date. Its writer can copy or delete it. */
const sentWithinMs = 7 * 86_400_000

/** @returns false if the browser stores nothing */
export const addUnsent = (message: Omit<Unsent, 'at' | 'refused'>): boolean =>
  change((all) => [...all, { ...message, at: new Date().toISOString(), refused: null }])

export const dropUnsent = (key: string): boolean => change((all) => all.filter((one) => one.key !== key))

export const waitedTooLong = ({ at }: Unsent): boolean => Date.now() - Date.parse(at) >= sentWithinMs

/** The waiting messages of a conversation. */
export function useUnsent(thread: string): readonly Unsent[] {
  const stored = useSyncExternalStore(watch, storedText)
  return useMemo(() => parse(stored).filter((one) => one.thread === thread), [stored, thread])
}

/** Deletes the waiting messages of all accounts except `except`. */
export function wipeOutbox(except?: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && key !== prefix + except) localStorage.removeItem(key)
  } catch {
    // storage may be forbidden: then nothing was kept
  }
  dispatchEvent(new Event(changed))
}

/** Sends the waiting messages now, when the network is back, and from time to time. Returns how to stop. */
export function sendWhenOnline(api: Pick<ApiClient, 'call'>): () => void {
  const send = () => void alone(() => sendUnsent(api)).catch(() => {})
  const timer = setInterval(send, lookAgainMs)
  const unwatch = onNetworkReturn(send)
  send()
  return () => {
    clearInterval(timer)
    unwatch()
  }
}

/** In order; without network, or if the server cannot answer now, the rest waits. */
export async function sendUnsent(api: Pick<ApiClient, 'call'>): Promise<void> {
  const account = readSession()?.user.id
  for (const message of parse(storedText())) {
    const { key, thread, text, files, refused } = message
    if (refused !== null || waitedTooLong(message)) continue
    if (readSession()?.user.id !== account) return
    // its writer may have deleted it while an earlier one was sent
    if (!parse(storedText()).some((one) => one.key === key)) continue
    try {
      const body = { text, files }
      await api.call('POST /threads/:id/messages', { params: { id: thread }, body, idempotencyKey: key })
      dropUnsent(key)
    } catch (error) {
      if (!(error instanceof ApiError) || isTemporary(error)) return
      const { message } = error
      change((all) => all.map((one) => (one.key === key ? { ...one, refused: message } : one)))
    }
  }
}

const isTemporary = ({ status }: ApiError) =>
  status === 0 || status === 401 || status === 429 || status >= 500

/** Two tabs must not send at the same time; the idempotency key covers browsers without locks. */
const alone = (work: () => Promise<void>): Promise<void> =>
  typeof navigator !== 'undefined' && navigator.locks
    ? navigator.locks.request('darsi-outbox', { ifAvailable: true }, (lock) => (lock ? work() : undefined))
    : work()

function change(update: (all: readonly Unsent[]) => readonly Unsent[]): boolean {
  const account = readSession()?.user.id
  if (account === undefined) return false
  const after = update(parse(storedText()))
  try {
    if (after.length === 0) localStorage.removeItem(prefix + account)
    else localStorage.setItem(prefix + account, JSON.stringify(after))
  } catch {
    // storage may be full or forbidden
    return false
  }
  // storage events reach other tabs only; the shell and a dashboard have a copy of this module each
  dispatchEvent(new Event(changed))
  return true
}

function storedText(): string | null {
  try {
    const account = readSession()?.user.id
    return account === undefined ? null : localStorage.getItem(prefix + account)
  } catch {
    return null
  }
}

function parse(stored: string | null): readonly Unsent[] {
  try {
    const all: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(all) ? all.filter(isUnsent) : []
  } catch {
    return []
  }
}

function isUnsent(value: unknown): value is Unsent {
  const { key, thread, text, at, files }: Record<string, unknown> = Object(value)
  return [key, thread, text, at].every((part) => typeof part === 'string') && Array.isArray(files)
}

function watch(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  addEventListener(changed, onChange)
  return () => {
    removeEventListener('storage', onChange)
    removeEventListener(changed, onChange)
  }
}
