import type { BoardObject, Ink, Shape, ShapeKind, Stroke, StrokeKind } from './board-object.ts'
import type { Point } from './points.ts'
import { square } from './shapes.ts'

export const tools = [
  'hand',
  'select',
  'pen',
  'marker',
  'eraser',
  'line',
  'arrow',
  'rectangle',
  'ellipse',
  'axes',
  'text',
  'formula',
  'laser',
] as const
export type Tool = (typeof tools)[number]
/** As the bar shows them. */
export const barTools = [
  'hand',
  'select',
  'pen',
  'marker',
  'eraser',
  'shapes',
  'text',
  'formula',
  'laser',
] as const
export const widths = [2, 4, 8, 14] as const
type Nib = { readonly ink: Ink; readonly width: number; readonly by: string }

/** The gesture between pressing and releasing. */
export type Gesture =
  | { readonly kind: 'stroke'; readonly tool: StrokeKind; readonly points: readonly Point[] }
  | { readonly kind: 'shape'; readonly tool: ShapeKind; readonly from: Point; readonly to: Point }
  | { readonly kind: 'erase'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'laser'; readonly at: Point }
  | {
      readonly kind: 'move'
      readonly id: string
      readonly object: BoardObject
      readonly from: Point
      readonly to: Point
    }

const leastMove = 0.8
const leastShape = 6

export function begin(tool: Tool, at: Point): Gesture | null {
  switch (tool) {
    case 'pen':
    case 'marker':
      return { kind: 'stroke', tool, points: [at] }
    case 'line':
    case 'arrow':
    case 'rectangle':
    case 'ellipse':
    case 'axes':
      return { kind: 'shape', tool, from: at, to: at }
    case 'eraser':
      return { kind: 'erase', ids: new Set() }
    case 'laser':
      return { kind: 'laser', at }
    default:
      return null
  }
}

/** `straight` snaps lines to steps of 15 degrees, and boxes to squares. */
export function moved(gesture: Gesture, at: Point, straight = false): Gesture {
  switch (gesture.kind) {
    case 'stroke': {
      const last = gesture.points.at(-1)
      const still = last !== undefined && Math.hypot(at.x - last.x, at.y - last.y) < leastMove
      return still ? gesture : { ...gesture, points: [...gesture.points, at] }
    }
    case 'shape':
      return { ...gesture, to: straight ? straightened(gesture, at) : { x: at.x, y: at.y } }
    case 'laser':
      return { ...gesture, at }
    case 'move':
      return { ...gesture, to: at }
    case 'erase':
      return gesture
  }
}

/** The object that a finished gesture adds. A shape without size is dropped as an accidental touch. */
export function drawnBy(gesture: Gesture | null, { ink, width, by }: Nib): Stroke | Shape | null {
  if (gesture?.kind === 'stroke') return { kind: gesture.tool, ink, width, by, points: gesture.points }
  if (gesture?.kind !== 'shape') return null
  const { tool, from, to } = gesture
  if (Math.hypot(to.x - from.x, to.y - from.y) < leastShape) return null
  return { kind: tool, ink, width, by, from, to }
}

/** The ruler: the length of a line in squares, and its angle in degrees, counter-clockwise. */
export function rulerOf(from: Point, to: Point): { length: number; angle: number } {
  const [dx, dy] = [to.x - from.x, from.y - to.y]
  const angle = Math.round((Math.atan2(dy, dx) * 180) / Math.PI)
  return { length: Math.round((Math.hypot(dx, dy) / square) * 10) / 10, angle: (angle + 360) % 360 }
}

function straightened({ tool, from }: Extract<Gesture, { kind: 'shape' }>, at: Point): Point {
  const [dx, dy] = [at.x - from.x, at.y - from.y]
  if (tool !== 'line' && tool !== 'arrow') {
    const side = Math.max(Math.abs(dx), Math.abs(dy))
    return { x: from.x + Math.sign(dx || 1) * side, y: from.y + Math.sign(dy || 1) * side }
  }
  const step = Math.PI / 12
  const angle = Math.round(Math.atan2(dy, dx) / step) * step
  const length = Math.hypot(dx, dy)
  return { x: from.x + length * Math.cos(angle), y: from.y + length * Math.sin(angle) }
}
