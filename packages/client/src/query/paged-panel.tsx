import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import type { ReactNode } from 'react'
import { FailureBanner } from './failure-banner.tsx'
import { OutdatedBanner } from './outdated-banner.tsx'

/** The result of `usePages` without the type of its rows. */
export type Pages = {
  rows: readonly unknown[]
  answer: object | null
  total: number
  loading: boolean
  error: string | null
  outdated: boolean
  more: (() => void) | null
  reload: () => void
}

type Props = {
  pages: Pages
  /** How many rows are shown: fewer than are loaded while decisions can be undone, more with a linked row. */
  shown?: number
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** The rows. */
  children: ReactNode
}

/** The rows of `usePages` with error, first loading, a hint about newer data, and the next page. */
export function PagedPanel({ pages, shown = pages.rows.length, empty, children }: Props) {
  const { answer, rows, total, loading, error, outdated, more, reload } = pages
  return (
    <>
      <FailureBanner error={error} reload={reload} />
      <OutdatedBanner outdated={outdated} reload={reload} />
      {answer === null && error === null && <Skeleton shape="card" />}
      {(rows.length > 0 || shown > 0) && children}
      {answer !== null && shown === 0 && !loading && (rows.length === 0 || more === null) && empty}
      {(shown > 0 || (rows.length > 0 && more !== null)) && (
        <LoadMore shown={shown} total={total} onLoad={more} loading={loading} />
      )}
    </>
  )
}
