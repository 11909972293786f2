import { type RefObject, useEffect, useRef } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import './linked-row.css'

/**
 * Focuses the row that the address names (`?child=<id>`) in a list that shows all its rows at once.
 * @param rows as the list shows them
 * @returns the reference for the list, whose children are the rows
 */
export function useLinkedItem(
  name: string,
  rows: readonly { readonly id: string }[],
): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const linkedId = new URLSearchParams(useSearch()).get(name)
  const at = rows.findIndex(({ id }) => id === linkedId)
  const isListed = at >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that moves must not take the focus again
  useEffect(() => {
    const item = isListed ? list.current?.children[at] : null
    if (!(item instanceof HTMLElement)) return
    item.tabIndex = -1
    item.classList.add('ds-linked-item')
    item.focus()
    return () => item.classList.remove('ds-linked-item')
  }, [linkedId, isListed])
  return list
}
