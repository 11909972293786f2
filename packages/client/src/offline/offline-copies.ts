import type { Api, ApiKey } from '@darsi/contracts/calls/api.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import type { ApiClient, CallOptions, CallRest } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { readSession } from '../session/session.ts'

/*
 * What learners, parents and teachers read without network: the lessons of the next seven days, and the list of
 * conversations, to write a message. The copies are in this browser's storage, belong to one account, and are deleted
 * as soon as its session ends: by a logout, by the server (a suspended account), or in another tab.
 */
const storageKey = 'darsi-offline'
/** Another number makes the copies of earlier releases unreadable. */
const version = 1
const daysKept = 7
const dayMs = 86_400_000
const roles: readonly Role[] = ['student', 'parent', 'teacher']

type Lists = 'GET /sessions' | 'GET /sessions/overview' | 'GET /threads'
type Copies = { version: number; account: string; at: number; answers: Partial<Record<Lists, unknown>> }

/** The same client, which answers these calls from their copies while the network fails. */
export function withOfflineCopies(api: ApiClient): ApiClient {
  globalThis.addEventListener?.('online', () => setReading(false))
  return {
    ...api,
    async call<K extends ApiKey>(key: K, ...rest: CallRest<K>): Promise<Api[K]['answer']> {
      const list = copied(key, rest[0])
      if (list === null) return api.call(key, ...rest)
      try {
        const answer = await api.call(key, ...rest)
        keep(list, answer)
        setReading(false)
        return answer
      } catch (error) {
        const copy = error instanceof ApiError && error.status === 0 ? read(list) : null
        if (copy === null) throw error
        setReading(true)
        // `as`: `keep` stored the answer of this call
        return copy as Api[K]['answer']
      }
    },
  }
}

let isReading = false
const readers = new Set<() => void>()

export type OfflineCopies = typeof offlineCopies

/** For the notice on the page. */
export const offlineCopies = {
  /** Whether the page shows copies because the network fails; browsers do not always notice that they are offline. */
  isReading: (): boolean => isReading,
  /** When the copies were made; null without any. */
  since: (): number | null => copiesOfAccount()?.at ?? null,
  watch: (listener: () => void): (() => void) => {
    readers.add(listener)
    return () => readers.delete(listener)
  },
}

function setReading(next: boolean): void {
  isReading = next
  for (const listener of readers) listener()
}

/** Whether the stored account may use its dashboard without network. */
export function hasOfflineCopy(): boolean {
  return copiesOfAccount() !== null
}

export function wipeOfflineCopies(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // storage may be forbidden: then nothing was kept
  }
}

/** The kept list that a call asks for: only the first page of all lessons to come. */
function copied<K extends ApiKey>(key: K, options: CallOptions<K> | undefined): Lists | null {
  if (key === 'GET /sessions/overview' || key === 'GET /threads') return key
  if (key !== 'GET /sessions') return null
  const query: object = options?.query ?? {}
  const isUpcoming = 'status' in query && query.status === 'upcoming'
  return isUpcoming && !('cursor' in query) && !('childId' in query) ? 'GET /sessions' : null
}

function keep(list: Lists, answer: unknown): void {
  const session = readSession()
  if (session === null || !roles.includes(session.user.role)) return
  const before = copiesOfAccount()
  const copies: Copies = {
    version,
    account: session.user.id,
    at: Date.now(),
    answers: { ...before?.answers, [list]: reduced(list, answer) },
  }
  try {
    localStorage.setItem(storageKey, JSON.stringify(copies))
  } catch {
    // storage may be full or forbidden: then nothing can be read offline
  }
}

function read(list: Lists): unknown {
  const answer = copiesOfAccount()?.answers[list]
  return answer === undefined ? null : reduced(list, answer)
}

function copiesOfAccount(): Copies | null {
  try {
    const account = readSession()?.user.id
    // `as`: only `keep` writes it, with this version
    const copies = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Copies | null
    if (copies === null || copies.version !== version || copies.account !== account) return null
    return Date.now() - copies.at > daysKept * dayMs ? null : copies
  } catch {
    return null
  }
}

/** As little as is needed: a week of lessons, and no texts of messages. */
function reduced(list: Lists, answer: unknown): unknown {
  if (list === 'GET /sessions/overview') return answer
  // `as`: `copied` names the call
  if (list === 'GET /sessions') return weekOf(answer as Api['GET /sessions']['answer'])
  const { data, ...rest } = answer as Api['GET /threads']['answer']
  const hidden = data.map((thread) => ({
    ...thread,
    lastMessage: thread.lastMessage && { ...thread.lastMessage, text: '…' },
  }))
  return { ...rest, data: hidden }
}

function weekOf({ data, ...rest }: Api['GET /sessions']['answer']): Api['GET /sessions']['answer'] {
  const now = Date.now()
  const near = data.filter(
    ({ startsAt, endsAt }) => Date.parse(endsAt) > now && Date.parse(startsAt) < now + daysKept * dayMs,
  )
  return { ...rest, data: near, total: near.length, nextCursor: null }
}
