import { useRef } from 'react'

type Row = { readonly id: string }

/**
 * Whether the row that the address names has to be loaded by a call of its own: the list has been loaded and never had
 * it. A row that left the list by a decision was in it.
 */
export function useIsLinked(openId: string, rows: readonly Row[], isLoaded: boolean): boolean {
  const seen = useRef(new Set<string>())
  for (const { id } of rows) seen.current.add(id)
  return isLoaded && openId !== '' && !seen.current.has(openId)
}

/** The rows of a queue, with the linked row first. */
export function withLinked<R extends Row>(
  rows: readonly R[],
  linked: R | undefined,
  openId: string,
): readonly R[] {
  return linked === undefined || linked.id !== openId ? rows : [linked, ...rows]
}
