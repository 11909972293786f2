import { type Slot, slotKey, teachingDays, teachingHours } from '@darsi/contracts/reference/hours.ts'
import { useDirection } from '@darsi/design/i18n/i18n.tsx'
import { type KeyboardEvent, useRef, useState } from 'react'

type CellActions = { set: (slots: Slot[], on: boolean) => void; isOn: (slot: Slot) => boolean }

const firstDay = teachingDays[0]
const lastDay = teachingDays[5]
const firstHour = teachingHours[0]
const lastHour = teachingHours[11]

/**
 * Keyboard control of a grid: one tab stop, arrows move, Space and Enter toggle, Shift with an arrow copies the
 * state.
 */
export function useWeekKeys({ set, isOn }: CellActions) {
  const rtl = useDirection() === 'rtl'
  const grid = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<Slot>({ day: firstDay, hour: firstHour })

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = event.target instanceof Element ? event.target.closest('[data-slot]') : null
    if (cell === null) return
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      return set([at], !isOn(at))
    }
    const next = target(at, event, rtl)
    if (next === null) return
    event.preventDefault()
    if (event.shiftKey && event.key.startsWith('Arrow')) set([next], isOn(at))
    setAt(next)
    grid.current?.querySelector<HTMLElement>(`[data-slot="${slotKey(next)}"]`)?.focus()
  }
  return { grid, onKeyDown, stop: slotKey(at), onFocus: setAt }
}

function target({ day, hour }: Slot, { key, ctrlKey, metaKey }: KeyboardEvent, rtl: boolean): Slot | null {
  const all = ctrlKey || metaKey
  const moves: Record<string, Slot> = {
    ArrowUp: { day, hour: hour - 1 },
    ArrowDown: { day, hour: hour + 1 },
    ArrowLeft: { day: day + (rtl ? 1 : -1), hour },
    ArrowRight: { day: day + (rtl ? -1 : 1), hour },
    Home: { day: firstDay, hour: all ? firstHour : hour },
    End: { day: lastDay, hour: all ? lastHour : hour },
    PageUp: { day, hour: firstHour },
    PageDown: { day, hour: lastHour },
  }
  const to = moves[key]
  if (to === undefined) return null
  return {
    day: Math.min(lastDay, Math.max(firstDay, to.day)),
    hour: Math.min(lastHour, Math.max(firstHour, to.hour)),
  }
}
