import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
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

/** Asks the server when the screen opens and whenever `load` changes; wrap `load` in `useCallback`. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [data, setData] = useState<T | null>(null)
  const [error, setError] = useState<string | null>(null)
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
        setError(null)
        setLoading(false)
      },
      (failure: unknown) => {
        if (abort.signal.aborted) return
        setError(failure instanceof Error ? failure.message : String(failure))
        setLoading(false)
      },
    )
    return () => abort.abort()
  }, [load, attempt])

  const reload = useCallback(() => setAttempt((count) => count + 1), [])
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
