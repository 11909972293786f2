import {
  type BoardObject,
  isShape,
  isStroke,
  isWritten,
  type Placed,
  type Shape,
  type Written,
} from './board-object.ts'
import { parseFormula } from './formula.ts'
import { layFormula, type Measure } from './formula-box.ts'
import { type Frame, onPage, withinPage } from './moving.ts'
import type { Point } from './points.ts'
import { isRightToLeft, textBlock } from './text-lines.ts'

type Line = readonly Point[]

/** One square of the squared paper: the unit of axes and of the ruler. */
export const square = 30

/** The line segments of a shape. */
export function linesOf({ kind, from, to }: Pick<Shape, 'kind' | 'from' | 'to'>): readonly Line[] {
  switch (kind) {
    case 'line':
      return [[from, to]]
    case 'arrow':
      return [[from, to], head(from, to)]
    case 'rectangle':
      return [[from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from]]
    case 'ellipse':
      return [ellipse(from, to)]
    case 'axes':
      return axes(from, to)
  }
}

function head(from: Point, to: Point, size = 16): Line {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const side = (turn: number) => ({
    x: to.x - size * Math.cos(angle + turn),
    y: to.y - size * Math.sin(angle + turn),
  })
  return [side(0.45), to, side(-0.45)]
}

function ellipse(from: Point, to: Point): Line {
  const centre = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const steps = 48
  return Array.from({ length: steps + 1 }, (_, step) => ({
    x: centre.x + ((to.x - from.x) / 2) * Math.cos((2 * Math.PI * step) / steps),
    y: centre.y + ((to.y - from.y) / 2) * Math.sin((2 * Math.PI * step) / steps),
  }))
}

/** Two arrows through the centre, with a mark at each square. */
function axes(from: Point, to: Point): readonly Line[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const across = { from: { x: left, y: middle.y }, to: { x: right, y: middle.y } }
  const up = { from: { x: middle.x, y: bottom }, to: { x: middle.x, y: top } }
  const marks = (half: number) =>
    Array.from({ length: Math.floor((half - 10) / square) }, (_, step) => (step + 1) * square).flatMap(
      (step) => [step, -step],
    )
  return [
    [across.from, across.to],
    head(across.from, across.to, 12),
    [up.from, up.to],
    head(up.from, up.to, 12),
    ...marks((right - left) / 2).map((step) => upright(middle.x + step, middle.y)),
    ...marks((bottom - top) / 2).map((step) => flat(middle.x, middle.y + step)),
  ]
}

const upright = (x: number, y: number): Line => [
  { x, y: y - 4 },
  { x, y: y + 4 },
]
const flat = (x: number, y: number): Line => [
  { x: x - 4, y },
  { x: x + 4, y },
]

/** The box of a text or formula. */
function writtenFrame({ kind, at, size, text }: Written, measure: Measure): Frame {
  if (kind === 'formula') {
    const { width, above, below } = layFormula(parseFormula(text), size, measure)
    return onPage({ x: at.x, y: at.y, width, height: above + below })
  }
  return textBlock(text, at, size, measure).frame
}

/** Whether the eraser at this point touches the object: its ink, or the box of a text. */
export function touches(object: BoardObject, place: Point, radius: number, measure: Measure): boolean {
  if (isStroke(object)) return isNear(object.points, place, radius + object.width / 2)
  if (isShape(object)) return linesOf(object).some((line) => isNear(line, place, radius + object.width / 2))
  return isInside(frameOf(object, measure), place, radius)
}

/** The smallest box around the object. */
export function frameOf(object: BoardObject, measure: Measure): Frame {
  if (object.kind === 'picture') return { ...object.at, ...sizeOf(object) }
  if (!isStroke(object) && !isShape(object)) return writtenFrame(object, measure)
  const points = isStroke(object) ? object.points : [object.from, object.to]
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...across), Math.min(...down)]
  return { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y }
}

/** As much of a move as keeps the object on its page. A text that was put near the edge begins where it is seen. */
export function moveOnPage(object: BoardObject, by: Point, measure: Measure): Point {
  const frame = frameOf(object, measure)
  const { x, y } = withinPage(frame, by)
  if (!isWritten(object) || (by.x === 0 && by.y === 0)) return { x, y }
  const fromRight = object.kind === 'text' && isRightToLeft(object.text)
  const left = object.at.x - (fromRight ? frame.width : 0)
  return { x: x + frame.x - left, y: y + frame.y - object.at.y }
}

const isInside = ({ x, y, width, height }: Frame, place: Point, radius: number) =>
  place.x >= x - radius &&
  place.x <= x + width + radius &&
  place.y >= y - radius &&
  place.y <= y + height + radius

/** The uppermost object at this point: one whose ink is touched, or else one whose box holds the point. */
export function objectAt(
  objects: readonly Placed[],
  place: Point,
  radius: number,
  measure: Measure,
): Placed | null {
  return (
    objects.findLast(({ object }) => touches(object, place, radius, measure)) ??
    objects.findLast(({ object }) => isInside(frameOf(object, measure), place, radius)) ??
    null
  )
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height })

function isNear(line: Line, place: Point, distance: number): boolean {
  const [only] = line
  if (only !== undefined && line.length === 1)
    return Math.hypot(only.x - place.x, only.y - place.y) <= distance
  return line.some((to, index) => {
    const from = line[index - 1]
    return from !== undefined && distanceTo(from, to, place) <= distance
  })
}

function distanceTo(from: Point, to: Point, place: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const part = length === 0 ? 0 : ((place.x - from.x) * dx + (place.y - from.y) * dy) / length
  const along = Math.min(Math.max(part, 0), 1)
  return Math.hypot(from.x + along * dx - place.x, from.y + along * dy - place.y)
}
