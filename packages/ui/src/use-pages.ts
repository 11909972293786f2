import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from './error-text.ts'

type Page<Row> = { data: readonly Row[]; nextCursor: string | null; total: number }
/** @param limit how many are wanted when it is not what the list begins with */
type Load<Row, Answer> = (
  cursor: string | null,
  signal: AbortSignal,
  limit?: number,
) => Promise<Answer & Page<Row>>

/** What every list answers at once. */
const largestPage = 100

/**
 * A list that comes in pages by cursor. Wrap `load` in `useCallback`: when it changes the list starts anew, after
 * `pauseMs` without another change; answers to older questions are dropped. `fallback` is said of a failure that the
 * server has no words for.
 */
export function usePages<Row, Answer extends Page<Row>>(
  load: Load<Row, Answer>,
  pauseMs = 0,
  fallback?: string,
) {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<{ of: unknown } | null>(null)
  const [round, setRound] = useState(0)
  const [outdated, setOutdated] = useState(false)
  const [answers, setAnswers] = useState(0)
  const current = useRef<AbortController>(null)
  // nobody types before the first question
  const begun = useRef(false)
  const shown = useRef({ rows: 0, ofFirstPage: 0, isAsking: false, isToFollow: false })
  shown.current.rows = rows.length

  const ask = useCallback(
    async (cursor: string | null, { limit, quietly = false }: { limit?: number; quietly?: boolean } = {}) => {
      current.current?.abort()
      const abort = new AbortController()
      current.current = abort
      if (!quietly) setLoading(true)
      shown.current.isAsking = true
      try {
        const page = await load(cursor, abort.signal, limit)
        if (abort.signal.aborted) return
        setRows((before) => (cursor === null ? page.data : [...before, ...page.data]))
        setAnswer(page)
        setFailure(null)
        if (cursor === null) setOutdated(false)
        if (cursor === null && limit === undefined) shown.current.ofFirstPage = page.data.length
      } catch (of) {
        if (!abort.signal.aborted) setFailure({ of })
      } finally {
        if (!abort.signal.aborted) {
          setLoading(false)
          shown.current.isAsking = false
          setAnswers((count) => count + 1)
        }
      }
    },
    [load],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `round` asks the same question again
  useEffect(() => {
    setLoading(true)
    const timer = setTimeout(() => void ask(null), begun.current ? pauseMs : 0)
    begun.current = true
    return () => clearTimeout(timer)
  }, [ask, pauseMs, round])
  useEffect(() => () => current.current?.abort(), [])

  const follow = useCallback(() => {
    const { rows: count, ofFirstPage, isAsking } = shown.current
    // the next page that is on its way would be lost
    if (isAsking) shown.current.isToFollow = true
    else if (count > largestPage) setOutdated(true)
    else void ask(null, { quietly: true, ...(count > ofFirstPage && { limit: count }) })
  }, [ask])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that was awaited has come
  useEffect(() => {
    if (!shown.current.isToFollow || shown.current.isAsking) return
    shown.current.isToFollow = false
    follow()
  }, [answers, follow])

  const cursor = answer?.nextCursor ?? null
  return {
    rows,
    /** The last page as it was answered; null before the first. */
    answer,
    total: answer?.total ?? 0,
    loading,
    error: failure && errorText(failure.of, fallback),
    dismissError: () => setFailure(null),
    /** Somebody changed something that so long a list does not show yet. */
    outdated,
    /** From the first page on. */
    reload: useCallback(() => setRound((count) => count + 1), []),
    /** After a change by somebody else: as many rows as are shown, so that nobody loses the place. */
    follow,
    more: cursor === null ? null : () => void ask(cursor),
    /** Puts in what another call has answered. */
    change: setRows,
  }
}
