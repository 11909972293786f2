import { type Presence, tailOf } from '../connection/presence.ts'
import type { PictureCache } from '../files/picture-file.ts'
import { type BoardObject, type Ink, type Placed, pageSize } from '../page/board-object.ts'
import type { BoardPage } from '../page/board-page.ts'
import { movedBy } from '../page/moving.ts'
import { paletteAt } from '../page/palette.ts'
import type { Point } from '../page/points.ts'
import { frameOf, moveOnPage, objectAt, touches } from '../page/shapes.ts'
import { begin, drawnBy, type Gesture, moved, rulerOf, type Tool } from '../page/tool.ts'
import {
  followed,
  panned,
  type SharedView,
  sharedView,
  toPage,
  type View,
  wholePage,
  zoomed,
} from '../page/view.ts'
import { watchPointers } from './pointers.ts'
import { createPainter } from './stage-painter.ts'

export type LiveDrawing = Pick<Presence, 'laser' | 'stroke' | 'view'>
export type StageState = {
  readonly page: BoardPage
  readonly pending: ReadonlySet<string>
  readonly tool: Tool
  readonly ink: Ink
  readonly width: number
  readonly me: string
  readonly mayWrite: boolean
  /** Fingers only move the page. */
  readonly penOnly: boolean
  readonly onPen: () => void
  readonly pictures: PictureCache
  /** Learners may move and erase only their own objects. */
  readonly mayChange: (object: BoardObject) => boolean
  readonly selected: Placed | null
  readonly onSelect: (id: string | null) => void
  readonly presences: readonly (Presence & { readonly name: string })[]
  /** The teacher's view; null while not following. */
  readonly follow: SharedView | null
  readonly onUnfollow: () => void
  readonly onPlace: (tool: 'text' | 'formula', at: Point) => void
  readonly onLive: (live: LiveDrawing) => void
  readonly rulerText: (ruler: { length: number; angle: number }) => string
}

const liveEveryMs = 90

/** Controls the canvases without React, because a pen moves a hundred times a second. */
export function createStage(
  root: HTMLElement,
  belowCanvas: HTMLCanvasElement,
  aboveCanvas: HTMLCanvasElement,
  first: StageState,
) {
  const [below, above] = [belowCanvas.getContext('2d'), aboveCanvas.getContext('2d')]
  // without canvas support (in tests) the object list still works
  if (below === null || above === null) return null
  const forgetPictures = first.pictures.onChange(() => schedule({ all: true }))
  const painter = createPainter(
    { canvas: belowCanvas, context: below },
    { canvas: aboveCanvas, context: above },
    first.pictures.of,
  )
  let state = first
  let size = { width: root.clientWidth, height: root.clientHeight }
  let own: View = wholePage(size)
  // the whole page fits the screen until the user pans or zooms
  let untouched = true
  let gesture: Gesture | null = null
  let hover: Point | null = null
  let stale = { frame: 0, all: true }
  let sentAt = 0

  const measure = () => painter.measure(paletteAt(root))
  const view = () => (state.follow ? followed(state.follow, size) : own)
  const schedule = ({ all = false }: { all?: boolean } = {}) => {
    stale.all ||= all
    stale.frame ||= requestAnimationFrame(paint)
  }
  const paint = () => {
    const palette = paletteAt(root)
    const { all } = stale
    stale = { frame: 0, all: false }
    const hidden = hiddenBy(gesture)
    if (all || hidden.size > 0) {
      const { page, pending } = state
      painter.paintBelow(view(), palette, { paper: page.paper(), objects: page.objects(), pending, hidden })
    }
    const ruled =
      gesture?.kind === 'shape' && (gesture.tool === 'line' || gesture.tool === 'arrow') ? gesture : null
    const moving = gesture?.kind === 'move' ? movedBy(gesture.object, moveOf(gesture)) : null
    const selected = moving ?? state.selected?.object
    painter.paintAbove(view(), palette, {
      draft: moving ?? drawnBy(gesture, { ...state, by: state.me }),
      laser: gesture?.kind === 'laser' ? gesture.at : null,
      presences: state.presences,
      eraser:
        (state.tool === 'eraser' || gesture?.kind === 'erase') && state.mayWrite && hover
          ? { at: toPage(view(), hover), radius: radius() }
          : null,
      selection: selected ? frameOf(selected, measure()) : null,
      label: ruled && { at: ruled.to, text: state.rulerText(rulerOf(ruled.from, ruled.to)) },
    })
  }
  const radius = () => 10 / view().zoom
  /** At most eleven times a second: on a slow connection the newest state matters, not each point. */
  const live = (force = false) => {
    const now = performance.now()
    if (!force && now - sentAt < liveEveryMs) return
    sentAt = now
    state.onLive({
      laser: gesture?.kind === 'laser' ? gesture.at : null,
      stroke: gesture?.kind === 'stroke' ? { ink: state.ink, points: tailOf(gesture.points) } : null,
      view: sharedView(view(), size),
    })
  }
  const look = (next: View) => {
    if (state.follow) state.onUnfollow()
    own = next
    untouched = false
    live()
    schedule({ all: true })
  }
  const changeable = () => state.page.objects().filter(({ object }) => state.mayChange(object))
  const moveOf = ({ object, from, to }: Extract<Gesture, { kind: 'move' }>): Point =>
    moveOnPage(object, { x: to.x - from.x, y: to.y - from.y }, measure())
  const grab = (at: Point): Gesture | null => {
    const hit = objectAt(changeable(), at, radius() * 1.6, measure())
    state.onSelect(hit?.id ?? null)
    return hit && { kind: 'move', ...hit, from: at, to: at }
  }
  const sweep = (at: Point) => {
    if (gesture?.kind !== 'erase') return
    const width = measure()
    const hit = changeable().filter(({ object }) => touches(object, at, radius(), width))
    if (hit.length > 0)
      gesture = { kind: 'erase', ids: new Set([...gesture.ids, ...hit.map(({ id }) => id)]) }
  }
  const finish = () => {
    const object = drawnBy(gesture, { ...state, by: state.me })
    if (object) state.page.add(object)
    if (gesture?.kind === 'erase') state.page.erase([...gesture.ids])
    if (gesture?.kind === 'move' && isFar(gesture)) state.page.move(gesture.id, moveOf(gesture))
    gesture = null
    live(true)
    schedule({ all: true })
  }
  const stopPointers = watchPointers(root, {
    draws: (erases) =>
      erases ? state.mayWrite : state.tool !== 'hand' && (state.mayWrite || state.tool === 'laser'),
    penOnly: () => state.penOnly,
    onPen: () => state.onPen(),
    press: (at, erases) => {
      const place = onPage(at, view())
      if (erases) {
        gesture = begin('eraser', place)
        hover = at
        sweep(place)
        return schedule()
      }
      if (state.tool === 'text' || state.tool === 'formula') state.onPlace(state.tool, place)
      gesture = state.tool === 'select' ? grab(place) : begin(state.tool, place)
      sweep(place)
      schedule()
    },
    move: (places, straight) => {
      for (const place of places) {
        const at = onPage(place, view())
        gesture = gesture && moved(gesture, at, straight)
        sweep(at)
        hover = place
      }
      live()
      schedule()
    },
    release: finish,
    cancel: () => {
      gesture = null
      live(true)
      schedule({ all: true })
    },
    hover: (at) => {
      hover = at
      if (state.tool === 'eraser') schedule()
    },
    pan: (by) => look(panned(view(), by, size)),
    zoom: (factor, at) => look(zoomed(view(), factor, at, size)),
  })
  const resized = new ResizeObserver(() => {
    const before = size
    size = { width: root.clientWidth, height: root.clientHeight }
    painter.resize(size)
    // after a rotation of the phone, the whole page is shown
    if (untouched || before.width !== size.width) own = wholePage(size)
    live(true)
    schedule({ all: true })
  })
  resized.observe(root)
  const themed = new MutationObserver(() => schedule({ all: true }))
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  painter.resize(size)
  let unwatch = first.page.onChange(() => schedule({ all: true }))
  schedule({ all: true })

  const middle = () => ({ x: size.width / 2, y: size.height / 2 })
  return {
    update(next: StageState) {
      if (next.page !== state.page) {
        unwatch()
        unwatch = next.page.onChange(() => schedule({ all: true }))
      }
      // following starts and ends at the current view
      if (state.follow && !next.follow) own = followed(state.follow, size)
      const turned = next.page !== state.page
      state = next
      if (turned) live(true)
      schedule({ all: true })
    },
    pan: (by: Point) => look(panned(view(), by, size)),
    zoom: (factor: number) => look(zoomed(view(), factor, middle(), size)),
    whole() {
      look(wholePage(size))
      untouched = true
    },
    /** By a key or a button: the selected object goes this far. */
    nudge(by: Point) {
      if (state.selected) state.page.move(state.selected.id, moveOnPage(state.selected.object, by, measure()))
    },
    /** For the keyboard: the one after the selected object, and after the last one the first. */
    selectNext() {
      const all = changeable()
      const at = all.findIndex(({ id }) => id === state.selected?.id)
      state.onSelect(all[(at + 1) % all.length]?.id ?? null)
    },
    /** For the keyboard: a text opens its dialog, a shape appears with a default size. */
    placeInMiddle(forward: number) {
      if (!state.mayWrite) return
      const at = onPage(middle(), view())
      if (state.tool === 'text' || state.tool === 'formula') return state.onPlace(state.tool, at)
      gesture = begin(state.tool, at)
      if (gesture?.kind === 'shape') gesture = moved(gesture, { x: at.x + 240 * forward, y: at.y + 180 })
      else gesture = null
      finish()
    },
    close() {
      cancelAnimationFrame(stale.frame)
      stopPointers()
      resized.disconnect()
      themed.disconnect()
      unwatch()
      forgetPictures()
    },
  }
}

const nothing: ReadonlySet<string> = new Set()

/** Objects that a gesture paints elsewhere, or takes away. */
function hiddenBy(gesture: Gesture | null): ReadonlySet<string> {
  if (gesture?.kind === 'erase') return gesture.ids
  return gesture?.kind === 'move' ? new Set([gesture.id]) : nothing
}

/** A tap selects, and moves nothing. */
const isFar = ({ from, to }: Extract<Gesture, { kind: 'move' }>) =>
  Math.hypot(to.x - from.x, to.y - from.y) > 4

/** Keeps points inside the page, because exports would cut off the rest. */
function onPage({ pressure, ...at }: Point, view: View): Point {
  const { x, y } = toPage(view, at)
  return {
    x: Math.min(Math.max(x, 0), pageSize.width),
    y: Math.min(Math.max(y, 0), pageSize.height),
    ...(pressure !== undefined && { pressure }),
  }
}
