import type { Point } from '../page/points.ts'

/** Pointer gestures as board actions, in pixels of the stage. */
export type PointerActions = {
  /** False if this pointer pans the page instead of drawing. */
  draws: (erases: boolean) => boolean
  /** Fingers only move the page. */
  penOnly: () => boolean
  /** A pen touched the page. */
  onPen: () => void
  /** @param erases the other end of the pen, which has an eraser */
  press: (at: Point, erases: boolean) => void
  move: (places: readonly Point[], straight: boolean) => void
  release: () => void
  /** A second finger touched the screen, or a pen came after the hand, so the started stroke is discarded. */
  cancel: () => void
  hover: (at: Point | null) => void
  pan: (by: Point) => void
  zoom: (factor: number, at: Point) => void
}

/** For so long after the pen was near, a touch is the hand that holds it. */
const handMs = 1000
// numbers of the Pointer Events specification
const mainButton = 0
const middleButton = 1
const eraserButton = 5

/** One finger or the pen draws, two fingers pan and zoom. Beside a pen, touches are the hand that rests on the page. */
export function watchPointers(stage: HTMLElement, actions: PointerActions): () => void {
  const down = new Map<number, Point>()
  /** Touches among them. */
  const touches = new Set<number>()
  let drawing: number | null = null
  let pen: number | null = null
  let penAt = Number.NEGATIVE_INFINITY
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = stage.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const placed = (event: PointerEvent): Point => ({
    ...at(event),
    // a mouse always reports 0.5, a finger 0 or 1, so neither is a real pressure
    ...(event.pointerType === 'pen' && { pressure: event.pressure }),
  })
  const isHand = ({ pointerType, timeStamp }: PointerEvent) =>
    pointerType === 'touch' && (pen !== null || timeStamp - penAt < handMs)
  /** The hand often lies on the page before the pen does. */
  const takePen = ({ pointerId }: PointerEvent) => {
    pen = pointerId
    actions.onPen()
    if (drawing !== null && touches.has(drawing)) {
      actions.cancel()
      drawing = null
    }
    for (const touch of touches) down.delete(touch)
    touches.clear()
  }
  const onDown = (event: PointerEvent) => {
    const { button, pointerId, pointerType } = event
    const erases = pointerType === 'pen' && button === eraserButton
    if (isHand(event) || (button !== mainButton && button !== middleButton && !erases)) return
    stage.setPointerCapture(pointerId)
    if (pointerType === 'pen') takePen(event)
    down.set(pointerId, at(event))
    if (pointerType === 'touch') touches.add(pointerId)
    if (down.size > 1) {
      if (drawing !== null) actions.cancel()
      drawing = null
      return
    }
    const moves = button === middleButton || (actions.penOnly() && pointerType === 'touch')
    if (moves || !actions.draws(erases)) return
    drawing = pointerId
    actions.press(placed(event), erases)
  }
  const onMove = (event: PointerEvent) => {
    const { pointerId, pointerType } = event
    if (pointerType === 'pen') penAt = event.timeStamp
    const before = down.get(pointerId)
    if (before === undefined) {
      if (pointerType !== 'touch') actions.hover(at(event))
      return
    }
    const now = at(event)
    down.set(pointerId, now)
    if (drawing === pointerId) {
      const parts = event.getCoalescedEvents?.() ?? []
      actions.move((parts.length > 0 ? parts : [event]).map(placed), event.shiftKey)
    } else if (down.size === 2) pinch(pointerId, before, now)
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
    const { pointerId, pointerType } = event
    down.delete(pointerId)
    touches.delete(pointerId)
    if (pointerType === 'pen') {
      penAt = event.timeStamp
      pen = null
    }
    if (drawing !== pointerId) return
    drawing = null
    // what a pen wrote stays, whatever the system took the pointer away for
    if (event.type === 'pointercancel' && pointerType !== 'pen') actions.cancel()
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
