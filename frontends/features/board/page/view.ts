import { pageSize } from './board-object.ts'
import type { Point } from './points.ts'

/** The visible part of the page. `x`, `y` is its upper left corner in page units. */
export type View = { readonly x: number; readonly y: number; readonly zoom: number }
export type Size = { readonly width: number; readonly height: number }

const margin = 24
const largestZoom = 6

/** Shows the whole page, centred. */
export function wholePage(screen: Size): View {
  const zoom = Math.min(screen.width / (pageSize.width + margin), screen.height / (pageSize.height + margin))
  return {
    zoom,
    x: (pageSize.width - screen.width / zoom) / 2,
    y: (pageSize.height - screen.height / zoom) / 2,
  }
}

export const toPage = (view: View, at: Point): Point => ({
  x: view.x + at.x / view.zoom,
  y: view.y + at.y / view.zoom,
})

/** Zooms around a point: the point stays at its place on the screen. */
export function zoomed(view: View, factor: number, at: Point, screen: Size): View {
  const least = wholePage(screen).zoom * 0.8
  const zoom = Math.min(Math.max(view.zoom * factor, least), Math.max(largestZoom, least))
  const place = toPage(view, at)
  return kept({ zoom, x: place.x - at.x / zoom, y: place.y - at.y / zoom }, screen)
}

export const panned = (view: View, by: Point, screen: Size): View =>
  kept({ ...view, x: view.x - by.x / view.zoom, y: view.y - by.y / view.zoom }, screen)

/** Keeps some of the page on the screen. */
function kept(view: View, screen: Size): View {
  const inside = (value: number, size: number, page: number) => {
    const seen = size / view.zoom
    return Math.min(Math.max(value, -seen * 0.6), page - seen * 0.4)
  }
  return {
    ...view,
    x: inside(view.x, screen.width, pageSize.width),
    y: inside(view.y, screen.height, pageSize.height),
  }
}

/** The teacher's view, for a screen of another shape: its centre and its visible size. */
export function sharedView(view: View, screen: Size) {
  const across = seen(view.x, screen.width / view.zoom, pageSize.width)
  const down = seen(view.y, screen.height / view.zoom, pageSize.height)
  return { x: across.middle, y: down.middle, w: across.length, h: down.length }
}

/** Limits a view to the page: a wide screen also shows the area beside it, which a phone has no room for. */
function seen(from: number, length: number, page: number) {
  const start = Math.min(Math.max(from, 0), page)
  const end = Math.min(Math.max(from + length, start + 1), page)
  return { middle: Math.round((start + end) / 2), length: Math.round(end - start) }
}

export type SharedView = ReturnType<typeof sharedView>

export function followed(shared: SharedView, screen: Size): View {
  const zoom = Math.min(
    screen.width / Math.max(shared.w, 1),
    screen.height / Math.max(shared.h, 1),
    largestZoom,
  )
  return { zoom, x: shared.x - screen.width / zoom / 2, y: shared.y - screen.height / zoom / 2 }
}
