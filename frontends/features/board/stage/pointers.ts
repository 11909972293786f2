import type { Point } from '../page/points.ts'

/** Pointer gestures as board actions, in pixels of the stage. */
type PointerActions = {
  /** False if this pointer pans the page instead of drawing. */
  draws: () => boolean
  press: (at: Point) => void
  move: (places: readonly Point[], straight: boolean) => void
  release: () => void
  /** A second finger touched the screen, so the started stroke is discarded. */
  cancel: () => void
  hover: (at: Point | null) => void
  pan: (by: Point) => void
  zoom: (factor: number, at: Point) => void
}

/** One finger or the pen draws, two fingers pan and zoom. After a pen was used, a finger only pans. */
export function watchPointers(stage: HTMLElement, actions: PointerActions): () => void {
  const down = new Map<number, Point>()
  let drawing: number | null = null
  let penSeen = false
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = stage.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const placed = (event: PointerEvent): Point => ({
    ...at(event),
    // a mouse always reports 0.5, a finger 0 or 1, so neither is a real pressure
    ...(event.pointerType === 'pen' && { pressure: event.pressure }),
  })
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 && event.button !== 1) return
    stage.setPointerCapture(event.pointerId)
    penSeen ||= event.pointerType === 'pen'
    down.set(event.pointerId, at(event))
    if (down.size > 1) {
      if (drawing !== null) actions.cancel()
      drawing = null
      return
    }
    const moves = event.button === 1 || (penSeen && event.pointerType === 'touch') || !actions.draws()
    if (moves) return
    drawing = event.pointerId
    actions.press(placed(event))
  }
  const onMove = (event: PointerEvent) => {
    const before = down.get(event.pointerId)
    if (before === undefined) {
      actions.hover(at(event))
      return
    }
    const now = at(event)
    down.set(event.pointerId, now)
    if (drawing === event.pointerId) {
      const parts = event.getCoalescedEvents?.() ?? []
      actions.move((parts.length > 0 ? parts : [event]).map(placed), event.shiftKey)
    } else if (down.size === 2) pinch(event.pointerId, before, now)
    else if (down.size === 1 && drawing === null) actions.pan({ x: now.x - before.x, y: now.y - before.y })
  }
  const pinch = (moved: number, before: Point, now: Point) => {
    const other = [...down].find(([id]) => id !== moved)?.[1]
    if (other === undefined) return
    const [was, is] = [distance(other, before), distance(other, now)]
    const middle = { x: (other.x + now.x) / 2, y: (other.y + now.y) / 2 }
    actions.pan({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 })
    if (was > 10) actions.zoom(is / was, middle)
  }
  const onUp = (event: PointerEvent) => {
    down.delete(event.pointerId)
    if (drawing !== event.pointerId) return
    drawing = null
    if (event.type === 'pointercancel') actions.cancel()
    else actions.release()
  }
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    if (event.ctrlKey) actions.zoom(Math.exp(-event.deltaY / 200), at(event))
    else actions.pan({ x: -event.deltaX, y: -event.deltaY })
  }
  const onLeave = () => actions.hover(null)
  const events = new AbortController()
  const { signal } = events
  stage.addEventListener('pointerdown', onDown, { signal })
  stage.addEventListener('pointermove', onMove, { signal })
  stage.addEventListener('pointerup', onUp, { signal })
  stage.addEventListener('pointercancel', onUp, { signal })
  stage.addEventListener('pointerleave', onLeave, { signal })
  stage.addEventListener('wheel', onWheel, { signal, passive: false })
  return () => events.abort()
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
