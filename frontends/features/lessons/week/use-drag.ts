import { type PointerEvent, useEffect, useRef } from 'react'
import type { Lesson } from '../lesson.ts'
import type { Move } from './use-move.ts'
import { firstHour, hourAt, lastHour, type Target } from './week-layout.ts'

/** A press that moves less is a click. */
const clickPixels = 6

type Drag = { lesson: Lesson; block: HTMLElement; x: number; y: number; grab: number; began: boolean }

/**
 * Drags a lesson with a mouse or pen. A finger scrolls the page: on a touch screen the button of the lesson starts the
 * move, and a press on a free hour ends it.
 * @param columnOf the column of a date, in the order of the days
 */
export function useDrag(move: Move, days: readonly string[], columnOf: (date: string) => HTMLElement | null) {
  const drag = useRef<Drag | null>(null)
  const wasDragged = useRef(false)
  const isDragging = move.moving?.by === 'pointer' && !move.moving.asks

  useEffect(() => {
    if (!isDragging) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      drag.current = null
      move.stop('')
    }
    window.addEventListener('keydown', cancel)
    return () => window.removeEventListener('keydown', cancel)
  }, [isDragging, move.stop])

  const targetAt = ({ clientX, clientY }: PointerEvent, { lesson, grab }: Drag): Target | null => {
    for (const date of days) {
      const box = columnOf(date)?.getBoundingClientRect()
      // by the boxes on the screen, which also holds from right to left
      if (box && clientX >= box.left && clientX < box.right)
        return { date, hour: hourAt(lesson, (clientY - grab - box.top) / box.height) }
    }
    return null
  }

  return {
    isDragging,
    /** Every press, also of a lesson that cannot be moved. */
    onPress: () => {
      wasDragged.current = false
    },
    /** A click ends every drag; it must not open the lesson. */
    isClick: () => !wasDragged.current,
    onDown: (event: PointerEvent<HTMLElement>, lesson: Lesson) => {
      if (event.pointerType === 'touch' || event.button !== 0 || move.moving !== null) return
      move.prepare(lesson)
      const box = columnOf(lesson.date)?.getBoundingClientRect()
      if (!box) return
      const top = box.top + ((lesson.hour - firstHour) / (lastHour - firstHour)) * box.height
      const { clientX: x, clientY: y } = event
      drag.current = { lesson, block: event.currentTarget, x, y, grab: y - top, began: false }
    },
    onMove: (event: PointerEvent) => {
      const now = drag.current
      if (now === null) return
      if (!now.began) {
        if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < clickPixels) return
        now.began = true
        // the pointer may leave the calendar; not before, because a captured press is no click on the handle
        now.block.setPointerCapture(event.pointerId)
        wasDragged.current = true
        move.start(now.lesson, 'pointer')
      }
      const to = targetAt(event, now)
      if (to) move.aim(to)
    },
    onUp: (event: PointerEvent) => {
      const now = drag.current
      drag.current = null
      if (!now?.began) return
      const to = targetAt(event, now)
      if (to) move.drop(to)
      else move.stop('')
    },
    onCancel: () => {
      if (drag.current?.began) move.stop('')
      drag.current = null
    },
  }
}
