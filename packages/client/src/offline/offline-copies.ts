import type { Api, ApiKey } from '@darsi/contracts/calls/api.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { addDays, dayMs, mondayOfDate, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import type { ApiClient, CallRest } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { askForList, onNetworkReturn } from '../api/network-events.ts'
import { within } from '../api/within.ts'
import { readSession } from '../session/session.ts'

/*
 * What learners, parents and teachers read without network: the lessons of the next seven days, and the list of
 * conversations, to write a message. The copies are in this browser's storage, belong to one account, and are deleted
 * as soon as its session ends: by a logout, by the server (a suspended account), or in another tab.
 */
const storageKey = 'darsi-offline'
/** Another number makes the stored copies unreadable. */
const version = 1
const daysKept = 7
/** Lessons older than this are copied again beside the page's own calls. */
const renewAfterMs = 600_000
const roles: readonly Role[] = ['student', 'parent', 'teacher']

const lessonsList = 'GET /sessions'
type Lists = typeof lessonsList | 'GET /sessions/overview' | 'GET /threads'
/** `at` is when the list was copied: the list of conversations is polled, the lessons are not. */
type Copy = { at: number; answer: unknown }
type Copies = { version: number; account: string; lists: Partial<Record<Lists, Copy>> }
type Lessons = Api['GET /sessions']['answer']
type Overview = Api['GET /sessions/overview']['answer']

/** A network that has not answered by then hangs: the copy is shown, and the answer replaces it when it comes. */
const copyMs = 3_000

/** The same client, which answers these calls from their copies while the network fails or hangs. */
export function withOfflineCopies(api: ApiClient): ApiClient {
  globalThis.addEventListener?.('online', () => setReading(false))
  const shown = new Set<Lists>()
  const late = new Map<string, unknown>()
  onNetworkReturn(() => {
    for (const list of shown) askForList(list)
    shown.clear()
  })

  async function asked<K extends ApiKey>(list: Lists, key: K, rest: CallRest<K>): Promise<Api[K]['answer']> {
    const answer = await api.call(key, ...rest)
    // `as`: `listOf` names the call
    if (list !== lessonsList || isWhole(queryOf(rest[0]), answer as Lessons)) keep(list, answer)
    renewLessons(api)
    shown.delete(list)
    setReading(false)
    return answer
  }

  return {
    ...api,
    async call<K extends ApiKey>(key: K, ...rest: CallRest<K>): Promise<Api[K]['answer']> {
      const list = listOf(key)
      if (list === null) return api.call(key, ...rest)
      const query = queryOf(rest[0])
      const name = JSON.stringify([key, query])
      const known = late.get(name)
      late.delete(name)
      // `as`: of the same call, and `keep` stored its answer
      if (known !== undefined) return known as Api[K]['answer']
      const answer = asked(list, key, rest)
      const first = await within(copyMs, outcomeOf(answer))
      if (first !== null && 'value' in first) return first.value
      const copy = first === null || isOffline(first.error) ? read(list, query) : null
      if (copy === null) return answer
      if (first === null)
        answer
          .then((value) => {
            late.set(name, value)
            askForList(list)
          })
          .catch(() => {})
      shown.add(list)
      setReading(true)
      return copy as Api[K]['answer']
    },
  }
}

const isOffline = (error: unknown) => error instanceof ApiError && error.status === 0

/** What became of the promise. */
const outcomeOf = <T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

let isRenewing = false

/** The lessons are copied whichever part of the dashboard is open: the part that lists them may never be opened. */
function renewLessons(api: ApiClient): void {
  const age = Date.now() - (copyOf(lessonsList)?.at ?? 0)
  if (isRenewing || age < renewAfterMs || !isKeptFor(readSession()?.user.role)) return
  isRenewing = true
  api
    .call(lessonsList, { query: { status: 'upcoming', ahead: 'true' } })
    .then((answer) => keep(lessonsList, answer))
    // the next call of the page renews them
    .catch(() => {})
    .finally(() => {
      isRenewing = false
    })
}

let isReading = false
const readers = new Set<() => void>()

export type OfflineCopies = typeof offlineCopies

/** For the notice on the page. */
export const offlineCopies = {
  /** Whether the page shows copies because the network fails; browsers do not always notice that they are offline. */
  isReading: (): boolean => isReading,
  /** When the lessons were copied; null without a copy. */
  since: (): number | null => (copyOf(lessonsList) ?? copyOf('GET /sessions/overview'))?.at ?? null,
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
  return Object.values(copiesOfAccount()?.lists ?? {}).some(isFresh)
}

export function wipeOfflineCopies(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // storage may be forbidden: then nothing was kept
  }
}

const listOf = (key: ApiKey): Lists | null =>
  key === lessonsList || key === 'GET /sessions/overview' || key === 'GET /threads' ? key : null

type Query = Partial<Record<'status' | 'ahead' | 'week' | 'childId' | 'cursor', unknown>>

const queryOf = (options: { query?: unknown } | undefined): Query => Object(options?.query)

/**
 * The first page of all lessons to come. Past ones that nobody completed come first and may fill it: a page that ends
 * before the next seven days are over is not kept.
 */
function isWhole({ status, ahead, childId, cursor }: Query, { data, nextCursor }: Lessons): boolean {
  if (status !== 'upcoming' || childId !== undefined || cursor !== undefined) return false
  return ahead !== undefined || nextCursor === null || Date.parse(data.at(-1)?.startsAt ?? '') >= keptUntil()
}

const isKeptFor = (role: Role | undefined): boolean => role !== undefined && roles.includes(role)

function keep(list: Lists, answer: unknown): void {
  const session = readSession()
  if (session === null || !isKeptFor(session.user.role)) return
  const copy: Copy = { at: Date.now(), answer: reduced(list, answer) }
  const copies: Copies = {
    version,
    account: session.user.id,
    lists: { ...copiesOfAccount()?.lists, [list]: copy },
  }
  try {
    localStorage.setItem(storageKey, JSON.stringify(copies))
  } catch {
    // storage may be full or forbidden: then nothing can be read offline
  }
}

/** The answer from the copies; null if they do not contain it. */
function read(list: Lists, query: Query): unknown {
  const answer = copyOf(list)?.answer
  if (answer === undefined) return null
  // `as`: `keep` stored the answer of this call
  if (list === lessonsList) return lessonsFor(query, toCome(answer as Lessons))
  return list === 'GET /sessions/overview' ? withNext(answer as Overview) : answer
}

/** Of the kept lessons those of a week or of a child. Past lessons and later pages are not kept. */
function lessonsFor({ status, week, childId, cursor }: Query, lessons: Lessons): Lessons | null {
  if (cursor !== undefined || (status !== 'upcoming' && week === undefined)) return null
  const monday = typeof week === 'string' ? mondayOfDate(week) : null
  if (monday !== null && !isNear(monday)) return null
  const data = lessons.data.filter(
    ({ date, student }) =>
      (monday === null || mondayOfDate(date) === monday) &&
      (childId === undefined || student.childId === childId),
  )
  return { ...lessons, data, total: data.length }
}

/** A week with one of the next seven days; of other weeks nothing is known. */
const isNear = (monday: string): boolean => {
  const today = tunisDay(new Date())
  return monday >= mondayOfDate(today) && monday <= addDays(today, daysKept)
}

/** The next lessons from the list, which may be newer than the overview. */
function withNext({ data, ...rest }: Overview): Overview {
  // `as`: `keep` stored the answer of this call
  const lessons = copyOf(lessonsList)?.answer as Lessons | undefined
  const known = lessons?.data ?? data.next
  return { ...rest, data: { ...data, next: nearOnes(known).slice(0, 3) } }
}

const isFresh = ({ at }: Copy): boolean => Date.now() - at <= daysKept * dayMs

function copyOf(list: Lists): Copy | null {
  const copy = copiesOfAccount()?.lists[list]
  return copy !== undefined && isFresh(copy) ? copy : null
}

function copiesOfAccount(): Copies | null {
  try {
    const account = readSession()?.user.id
    // `as`: only `keep` writes it, with this version
    const copies = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Copies | null
    return copies !== null && copies.version === version && copies.account === account ? copies : null
  } catch {
    return null
  }
}

/** As little as is needed: a week of lessons, and no texts of messages. */
function reduced(list: Lists, answer: unknown): unknown {
  if (list === 'GET /sessions/overview') return answer
  // `as`: `listOf` names the call
  if (list === lessonsList) return toCome(answer as Lessons)
  const { data, ...rest } = answer as Api['GET /threads']['answer']
  const hidden = data.map((thread) => ({
    ...thread,
    lastMessage: thread.lastMessage && { ...thread.lastMessage, text: '…' },
  }))
  return { ...rest, data: hidden }
}

function toCome({ data, ...rest }: Lessons): Lessons {
  const near = nearOnes(data)
  return { ...rest, data: near, total: near.length, nextCursor: null }
}

const keptUntil = (): number => Date.now() + daysKept * dayMs

function nearOnes(lessons: Lessons['data']): Lessons['data'] {
  return lessons.filter(
    ({ startsAt, endsAt }) => Date.parse(endsAt) > Date.now() && Date.parse(startsAt) < keptUntil(),
  )
}
