import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import { addUnsent, useUnsent } from '@darsi/client/offline/outbox.ts'
import { queryClientOf } from '@darsi/client/query/query-client.ts'
import { useLoaded } from '@darsi/client/query/use-call.ts'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { joins, type Message, marksMayChange, merge, type Thread } from './thread.ts'

/** Polls for messages that the live stream lost. */
const everyMs = 60_000

type Loaded = {
  thread: Thread
  messages: readonly Message[]
  /** The cursor for messages older than the first loaded one. */
  earlier: string | null
}

/** One conversation: its messages, new messages while it is open, and the caller's own. */
export function useConversation(api: ApiClient, given: Thread, me: string) {
  const params = { id: given.id }
  const client = queryClientOf(api)
  const queryKey = ['GET /threads/:id/messages', { params }]
  const mark = useReadMark(api, given.id, me)
  const [failure, setFailure] = useState<unknown>(null)
  const loadList = () => void client.invalidateQueries({ queryKey: ['GET /threads'] })

  const loaded = useLoaded<Loaded>(
    api,
    queryKey,
    async (signal) => {
      const before = client.getQueryData<Loaded>(queryKey)
      // a failed mark is sent again
      mark(before?.messages)
      const answer = await api.call('GET /threads/:id/messages', { params, query: newer(before, me), signal })
      setFailure(null)
      // the caller's messages sent meanwhile are in the cache already
      const now = client.getQueryData<Loaded>(queryKey)
      const known = now?.messages ?? []
      const oldest = answer.data.at(-1)?.number ?? 0
      // more arrived than one page holds: without a cursor before this page, the messages in between have no place
      const isGap = answer.nextCursor !== null && !joins(known, oldest)
      return {
        thread: answer.thread,
        messages: merge(isGap ? known.filter(({ number }) => number > oldest) : known, answer.data),
        earlier: now && !isGap ? now.earlier : answer.nextCursor,
      }
    },
    { pollMs: everyMs },
  )
  const unsent = useUnsent(given.id)
  const waiting = useRef(unsent.length)
  const { reload } = loaded
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a sent message is a reason
  useEffect(() => {
    if (unsent.length < waiting.current) {
      reload()
      loadList()
    }
    waiting.current = unsent.length
  }, [unsent.length])
  const { thread, messages, earlier } = loaded.data ?? { thread: given, messages: [], earlier: null }
  useEffect(() => mark(messages), [mark, messages])
  const put = (part: (now: Loaded) => Partial<Loaded>) =>
    client.setQueryData<Loaded>(queryKey, (now) => now && { ...now, ...part(now) })

  const add = (message: Message) => {
    put((now) => ({ messages: merge(now.messages, [message]) }))
    loadList()
  }
  const loadEarlier = async (cursor: string) => {
    try {
      const answer = await api.call('GET /threads/:id/messages', { params, query: { cursor } })
      put((now) => ({ messages: merge(now.messages, answer.data), earlier: answer.nextCursor }))
      setFailure(null)
    } catch (error) {
      setFailure(error)
    }
  }
  return {
    thread,
    messages,
    /** Messages that wait for the network. */
    unsent,
    loaded: loaded.data !== null,
    error: loaded.error ?? (failure === null ? null : errorText(failure)),
    retry: loaded.reload,
    more: earlier === null ? null : () => void loadEarlier(earlier),
    /** Without network the message waits. @throws ApiError with the reason; the composer keeps the text */
    send: async (body: Body, idempotencyKey: string) => {
      const sent = await sendOrKeep(api, given.id, body, idempotencyKey)
      if (sent) add(sent)
    },
    /** A guardian lets a held message through. */
    release: async (message: Message) => add(await release(api, given.id, message)),
    block: async (blocked: boolean) => {
      const { data } = await api.call('POST /threads/:id/block', { params, body: { blocked } })
      put(() => ({ thread: data }))
      loadList()
    },
  }
}

async function release(api: ApiClient, thread: string, message: Message): Promise<Message> {
  await api.call('POST /threads/:id/release', { params: { id: thread }, body: { number: message.number } })
  return { ...message, held: false }
}

type Body = { text: string; files: string[] }

/** Null when there is no network, and the message waits. @throws ApiError with the reason */
async function sendOrKeep(api: ApiClient, thread: string, body: Body, idempotencyKey: string) {
  try {
    const { data } = await api.call('POST /threads/:id/messages', {
      params: { id: thread },
      body,
      idempotencyKey,
    })
    return data
  } catch (error) {
    const isOffline = error instanceof ApiError && error.status === 0
    if (!isOffline || !addUnsent({ key: idempotencyKey, thread, ...body })) throw error
    return null
  }
}

/** Asks only for newer messages, unless the read marks of older ones may still change. */
function newer(before: Loaded | undefined, me: string): { after?: number } {
  const newest = before?.messages.at(-1)?.number
  if (!before || newest === undefined || marksMayChange(before.messages, before.thread, me)) return {}
  return { after: newest }
}

/** Marks the displayed messages as read while the page is visible. A failed mark is sent with the next call. */
function useReadMark(api: ApiClient, id: string, me: string) {
  const marked = useRef(0)
  return useCallback(
    (messages: readonly Message[] = []) => {
      const newest = messages.findLast(({ by }) => by !== me)
      if (newest === undefined || newest.number <= marked.current) return
      if (document.visibilityState !== 'visible') return
      const before = marked.current
      marked.current = newest.number
      if (newest.readBy.includes(me)) return
      api
        .call('POST /threads/:id/read', { params: { id }, body: { number: newest.number } })
        .then(() => void queryClientOf(api).invalidateQueries({ queryKey: ['GET /threads'] }))
        .catch(() => {
          marked.current = Math.min(marked.current, before)
        })
    },
    [api, id, me],
  )
}
