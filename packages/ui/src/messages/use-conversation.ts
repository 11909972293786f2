import { useCallback, useEffect, useRef, useState } from 'react'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { errorText } from '../error-text.ts'
import { useLive } from '../live.ts'
import { usePoll } from '../use-poll.ts'
import { type Message, marksMayChange, merge, type Thread } from './thread.ts'

/** What the live stream lost, if it ever does. */
const everyMs = 60_000

/** One conversation: its messages, what comes while it is looked at, and what is written. */
export function useConversation(api: ApiClient, given: Thread, me: string) {
  const { id } = given
  const params = { id }
  const [thread, setThread] = useState(given)
  const [messages, setMessages] = useState<readonly Message[]>([])
  const [earlier, setEarlier] = useState<string | null>(null)
  const [loaded, setLoaded] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const marked = useRef(0)
  const latest = useRef({ messages, thread })
  useEffect(() => {
    latest.current = { messages, thread }
  }, [messages, thread])

  const ask = useCallback(
    async (query: { after?: number; cursor?: string }, first: boolean) => {
      try {
        const answer = await api.call('GET /threads/:id/messages', { params: { id }, query })
        setMessages((before) => merge(before, answer.data))
        setThread(answer.thread)
        if (first || query.cursor !== undefined) setEarlier(answer.nextCursor)
        setLoaded(true)
        setError(null)
      } catch (failure) {
        setError(errorText(failure))
      }
    },
    [api, id],
  )
  useEffect(() => {
    void ask({}, true)
  }, [ask])
  /** What is shown is read, as far as somebody looks; what could not be marked is marked by the next look. */
  const mark = useCallback(() => {
    const newest = latest.current.messages.findLast(({ by }) => by !== me)
    if (newest === undefined || newest.number <= marked.current) return
    if (document.visibilityState !== 'visible') return
    const before = marked.current
    marked.current = newest.number
    if (newest.readBy.includes(me)) return
    api
      .call('POST /threads/:id/read', { params: { id }, body: { number: newest.number } })
      .then(() => announce('messages'))
      .catch(() => {
        marked.current = Math.min(marked.current, before)
      })
  }, [api, id, me])
  const look = () => {
    mark()
    const { messages: known, thread: current } = latest.current
    const newest = known.at(-1)?.number
    void ask(newest === undefined || marksMayChange(known, current, me) ? {} : { after: newest }, false)
  }
  const lookAt = (about: string | null) => {
    if (about === null || about === id) look()
  }
  useLive(api, 'message', lookAt)
  useLive(api, 'thread', lookAt)
  usePoll(look, everyMs)

  const newest = messages.at(-1)?.number
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer message is a reason to mark
  useEffect(mark, [mark, newest])

  return {
    thread,
    messages,
    loaded,
    error,
    retry: () => void ask({}, true),
    more: earlier === null ? null : () => void ask({ cursor: earlier }, false),
    /** @throws ApiError with the reason; the text stays with the writer */
    send: async (text: string, idempotencyKey: string) => {
      const { data } = await api.call('POST /threads/:id/messages', {
        params,
        body: { text },
        idempotencyKey,
      })
      setMessages((before) => merge(before, [data]))
      announce('messages')
    },
    block: async (blocked: boolean) => {
      setThread((await api.call('POST /threads/:id/block', { params, body: { blocked } })).data)
      announce('messages')
    },
  }
}
