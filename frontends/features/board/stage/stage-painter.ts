import type { Presence } from '../connection/presence.ts'
import type { BoardObject, Paper, Placed } from '../page/board-object.ts'
import { type Drawing, drawObject, drawPaper, measureOn, type Palette } from '../page/draw.ts'
import type { Frame } from '../page/moving.ts'
import type { Point } from '../page/points.ts'
import type { Size, View } from '../page/view.ts'

type Layer = { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D }

type LowerLayer = {
  readonly paper: Paper
  readonly objects: readonly Placed[]
  readonly pending: ReadonlySet<string>
  readonly hidden: ReadonlySet<string>
}
type UpperLayer = {
  readonly draft: BoardObject | null
  readonly laser: Point | null
  readonly presences: readonly (Presence & { readonly name: string })[]
  /** The position of the eraser. */
  readonly eraser: { readonly at: Point; readonly radius: number } | null
  /** Around the selected object. */
  readonly selection: Frame | null
  readonly label: { readonly at: Point; readonly text: string } | null
}

/** Two canvases: one for the page, painted only when it changes, and one above it for everything that moves. */
export function createPainter(below: Layer, above: Layer, pictureOf: Drawing['pictureOf']) {
  const begin = ({ canvas, context }: Layer, view: View) => {
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    const scale = view.zoom * devicePixelRatio
    context.setTransform(scale, 0, 0, scale, -view.x * scale, -view.y * scale)
  }
  return {
    resize({ width, height }: Size) {
      for (const { canvas } of [below, above]) {
        canvas.width = Math.max(1, Math.round(width * devicePixelRatio))
        canvas.height = Math.max(1, Math.round(height * devicePixelRatio))
      }
    },
    measure: (palette: Palette) => measureOn(below.context, palette.font),
    paintBelow(view: View, palette: Palette, { paper, objects, pending, hidden }: LowerLayer) {
      begin(below, view)
      const drawing = { context: below.context, palette, pictureOf }
      drawPaper(drawing, paper)
      for (const { id, object } of objects) {
        if (hidden.has(id)) continue
        below.context.filter = pending.has(id) ? 'opacity(0.55)' : 'none'
        drawObject(drawing, object)
      }
      below.context.filter = 'none'
    },
    paintAbove(
      view: View,
      palette: Palette,
      { draft, laser, presences, eraser, selection, label }: UpperLayer,
    ) {
      begin(above, view)
      const drawing = { context: above.context, palette, pictureOf }
      if (draft) drawObject(drawing, draft)
      for (const { stroke, laser: theirs, name, user } of presences) {
        if (stroke && stroke.points.length > 0)
          drawObject(drawing, { kind: 'pen', ink: stroke.ink, width: 3, by: user, points: stroke.points })
        const at = theirs ?? stroke?.points.at(-1)
        if (theirs) dot(drawing, theirs, view)
        if (at) paintLabel(drawing, { at, text: name }, view)
      }
      if (laser) dot(drawing, laser, view)
      if (label) paintLabel(drawing, label, view)
      if (selection) box(drawing, selection, view)
      if (eraser) {
        above.context.strokeStyle = palette.inks.text
        above.context.lineWidth = 1 / view.zoom
        above.context.beginPath()
        above.context.arc(eraser.at.x, eraser.at.y, eraser.radius, 0, 2 * Math.PI)
        above.context.stroke()
      }
    },
  }
}

function dot({ context, palette }: Drawing, { x, y }: Point, { zoom }: View): void {
  context.fillStyle = palette.inks.red
  context.globalAlpha = 0.35
  context.beginPath()
  context.arc(x, y, 12 / zoom, 0, 2 * Math.PI)
  context.fill()
  context.globalAlpha = 1
  context.beginPath()
  context.arc(x, y, 5 / zoom, 0, 2 * Math.PI)
  context.fill()
}

function box({ context, palette }: Drawing, { x, y, width, height }: Frame, { zoom }: View): void {
  const space = 8 / zoom
  context.strokeStyle = palette.inks.blue
  context.lineWidth = 2 / zoom
  context.setLineDash([6 / zoom, 4 / zoom])
  context.strokeRect(x - space, y - space, width + 2 * space, height + 2 * space)
  context.setLineDash([])
}

function paintLabel({ context, palette }: Drawing, label: { at: Point; text: string }, { zoom }: View): void {
  context.font = `${13 / zoom}px ${palette.font}`
  context.direction = 'inherit'
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  context.lineWidth = 4 / zoom
  context.lineJoin = 'round'
  context.strokeStyle = palette.paper
  context.fillStyle = palette.inks.text
  const [x, y] = [label.at.x, label.at.y - 14 / zoom]
  context.strokeText(label.text, x, y)
  context.fillText(label.text, x, y)
}
