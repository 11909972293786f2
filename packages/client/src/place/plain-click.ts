import type { MouseEvent } from 'react'

/**
 * The click handler of a link inside a dashboard. A plain click calls `follow` instead of loading the page again; the
 * browser itself opens another tab or window if a key is held.
 */
export const plainClick = (follow: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  follow()
}
