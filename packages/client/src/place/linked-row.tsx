import { type ReactNode, useEffect, useRef } from 'react'
import { FailureBanner } from '../query/failure-banner.tsx'
import type { Loaded } from '../query/use-call.ts'
import './linked-row.css'

type Props<Row> = {
  /** From the address; empty if it names no row. */
  id: string
  row: Row | undefined
  /** The call that loads it. */
  of: Pick<Loaded<unknown>, 'error' | 'reload'>
  children: (row: Row) => ReactNode
}

/** The row that the address names, above its list and focused: the list may have it on a later page or not at all. */
export function LinkedRow<Row extends { readonly id: string }>({ id, row, of, children }: Props<Row>) {
  const root = useRef<HTMLUListElement>(null)
  // while another row is loaded, the answer is still that of the row before
  const shown = row?.id === id ? row : undefined
  const shownId = shown?.id
  useEffect(() => {
    if (shownId !== undefined) root.current?.focus()
  }, [shownId])
  if (id === '') return null
  return (
    <>
      <FailureBanner error={of.error} reload={of.reload} />
      {shown !== undefined && (
        <ul ref={root} tabIndex={-1} className="ds-linked" data-linked={id}>
          {children(shown)}
        </ul>
      )}
    </>
  )
}
