import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { errorText } from './error-text.ts'
import { useTranslator } from './i18n.tsx'
import { Skeleton } from './skeleton.tsx'
import { uiTexts } from './texts.ts'

export type Loaded<T> = {
  /** What the server answered last; stays while it is asked again. */
  data: T | null
  /** Why the last attempt failed, in the page's language. */
  error: string | null
  loading: boolean
  reload: () => void
  /** Puts in what another call has answered. */
  set: (data: T) => void
}

/**
 * Asks the server when the screen opens and whenever `load` changes; wrap `load` in `useCallback`.
 * `fallback` is said of a failure that the server has no words for.
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, fallback?: string): Loaded<T> {
  const [data, setData] = useState<T | null>(null)
  const [failure, setFailure] = useState<{ of: unknown } | null>(null)
  const [loading, setLoading] = useState(true)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    const abort = new AbortController()
    setLoading(true)
    load(abort.signal).then(
      (answer) => {
        if (abort.signal.aborted) return
        setData(answer)
        setFailure(null)
        setLoading(false)
      },
      (of: unknown) => {
        if (abort.signal.aborted) return
        setFailure({ of })
        setLoading(false)
      },
    )
    return () => abort.abort()
  }, [load, attempt])

  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  const error = failure && errorText(failure.of, fallback)
  return { data, error, loading, reload, set: setData }
}

type Props<T> = { of: Loaded<T>; children: (data: T) => ReactNode; shape?: 'text' | 'card' }

/** A place-holder while it loads, the reason and a way to try again when it failed, else the content. */
export function LoadedPanel<T>({ of: { data, error, reload }, children, shape = 'card' }: Props<T>) {
  const t = useTranslator(uiTexts)
  return (
    <>
      {error !== null && (
        <Banner
          tone="danger"
          actions={
            <Button size="sm" variant="secondary" onClick={reload}>
              {t('tryAgain')}
            </Button>
          }
        >
          {error}
        </Banner>
      )}
      {data !== null ? children(data) : error === null && <Skeleton shape={shape} />}
    </>
  )
}
