import { parseSlotKey, type Slot, slotKey } from '@darsi/contracts/reference/hours.ts'
import { type MouseEvent, type PointerEvent, useRef } from 'react'

type Hands = { set: (slots: Slot[], on: boolean) => void; isOn: (slot: Slot) => boolean }
type Stroke = { on: boolean; last: Slot; started: boolean }

/**
 * Pressing toggles an hour, and dragging sets the following hours to the same state. A vertical touch scrolls the page
 * (`touch-action: pan-y`), so a touch takes effect only when it is lifted or moves sideways.
 */
export function useWeekPainting({ set, isOn }: Hands) {
  const stroke = useRef<Stroke | null>(null)
  // assistive technology clicks without a pointer
  const pressed = useRef(false)

  const begin = (current: Stroke) => {
    if (current.started) return
    current.started = true
    set([current.last], current.on)
  }
  const drop = () => {
    stroke.current = null
    pressed.current = false
  }
  return {
    onPointerDown(event: PointerEvent) {
      const slot = slotAt(event.target)
      if (slot === null || event.button !== 0) return
      pressed.current = true
      stroke.current = { on: !isOn(slot), last: slot, started: false }
      if (event.pointerType !== 'touch') begin(stroke.current)
    },
    onPointerMove({ buttons, clientX, clientY }: PointerEvent) {
      // the button was released outside the grid
      if (buttons === 0) return drop()
      const current = stroke.current
      const slot = current && slotAt(document.elementFromPoint(clientX, clientY))
      if (!current || !slot || slotKey(slot) === slotKey(current.last)) return
      // a finger that has moved only vertically may be starting to scroll
      if (!current.started && slot.day === current.last.day) return
      begin(current)
      set(between(current.last, slot), current.on)
      current.last = slot
    },
    onPointerUp() {
      if (stroke.current) begin(stroke.current)
      stroke.current = null
    },
    onPointerCancel: drop,
    onClick({ target }: MouseEvent) {
      const slot = slotAt(target)
      if (slot !== null && !pressed.current) set([slot], !isOn(slot))
      pressed.current = false
    },
  }
}

function slotAt(target: EventTarget | null): Slot | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-slot]') : null
  const key = cell?.dataset['slot']
  return key === undefined ? null : parseSlotKey(key)
}

/** The hours on the straight line between two hours. A fast pointer sends no event for them. */
function between(from: Slot, to: Slot): Slot[] {
  const steps = Math.max(Math.abs(to.day - from.day), Math.abs(to.hour - from.hour))
  return Array.from({ length: steps }, (_, step) => ({
    day: Math.round(from.day + ((to.day - from.day) * (step + 1)) / steps),
    hour: Math.round(from.hour + ((to.hour - from.hour) * (step + 1)) / steps),
  }))
}
