import type { KeyboardEvent } from 'react'

const control = 'button, a[href]'

/**
 * Arrow up and down move the focus from a button of a row to the same button of the next row, or to the nearest
 * one that the row has. A whole queue can be processed without the mouse.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const from = event.target
  if (!(from instanceof HTMLElement) || !from.matches(control)) return
  const row = from.closest('tbody tr')
  if (!row) return
  const place = controlsOf(row).indexOf(from)
  const down = event.key === 'ArrowDown'
  let next = down ? row.nextElementSibling : row.previousElementSibling
  while (next && controlsOf(next).length === 0)
    next = down ? next.nextElementSibling : next.previousElementSibling
  if (!next) return
  event.preventDefault()
  const controls = controlsOf(next)
  controls[Math.min(place, controls.length - 1)]?.focus()
}

const controlsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(control)]
