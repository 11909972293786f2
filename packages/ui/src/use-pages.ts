import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from './error-text.ts'

type Page<Row> = { data: readonly Row[]; nextCursor: string | null; total: number }
type Load<Row, Answer> = (cursor: string | null, signal: AbortSignal) => Promise<Answer & Page<Row>>

/**
 * A list that comes in pages by cursor. Wrap `load` in `useCallback`: when it changes the list starts anew, after
 * `pauseMs` without another change; answers to older questions are dropped.
 */
export function usePages<Row, Answer extends Page<Row>>(load: Load<Row, Answer>, pauseMs = 0) {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [loading, setLoading] = useState(true)
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const current = useRef<AbortController>(null)
  // nobody types before the first question
  const begun = useRef(false)

  const ask = useCallback(
    async (cursor: string | null) => {
      current.current?.abort()
      const abort = new AbortController()
      current.current = abort
      setLoading(true)
      try {
        const page = await load(cursor, abort.signal)
        if (abort.signal.aborted) return
        setRows((before) => (cursor === null ? page.data : [...before, ...page.data]))
        setAnswer(page)
        setError(null)
      } catch (failure) {
        if (!abort.signal.aborted) setError(errorText(failure))
      } finally {
        if (!abort.signal.aborted) setLoading(false)
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

  const cursor = answer?.nextCursor ?? null
  return {
    rows,
    /** The last page as it was answered; null before the first. */
    answer,
    total: answer?.total ?? 0,
    loading,
    error,
    reload: useCallback(() => setRound((count) => count + 1), []),
    more: cursor === null ? null : () => void ask(cursor),
    /** Puts in what another call has answered. */
    change: setRows,
  }
}
