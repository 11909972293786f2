import { longestBoardText } from '@darsi/contracts/rules/board-limits.ts'
import { type Point, packPoints, packPressures, unpackPoints } from './points.ts'

/** The size of each page in page units. */
export const pageSize = { width: 1200, height: 900 } as const
export const inks = ['text', 'blue', 'red', 'green', 'clay', 'gold'] as const
export type Ink = (typeof inks)[number]
export const papers = ['blank', 'squared', 'lined'] as const
export type Paper = (typeof papers)[number]

const strokeKinds = ['pen', 'marker'] as const
export const shapeKinds = ['line', 'arrow', 'rectangle', 'ellipse', 'axes'] as const
const writtenKinds = ['text', 'formula'] as const
export type StrokeKind = (typeof strokeKinds)[number]
export type ShapeKind = (typeof shapeKinds)[number]
export type WrittenKind = (typeof writtenKinds)[number]

type Marked = { readonly ink: Ink; readonly by: string }
export type Stroke = Marked & {
  readonly kind: StrokeKind
  readonly width: number
  readonly points: readonly Point[]
}
export type Shape = Marked & {
  readonly kind: ShapeKind
  readonly width: number
  readonly from: Point
  readonly to: Point
}
/** A text, or a formula in the notation of `formula.ts`. `at` is its upper corner where the line starts. */
export type Written = Marked & {
  readonly kind: WrittenKind
  readonly at: Point
  readonly size: number
  readonly text: string
}
export type Picture = Marked & {
  readonly kind: 'picture'
  readonly at: Point
  readonly width: number
  readonly height: number
  /** The small JPEG itself, so that it is stored, encrypted and erased together with its page. */
  readonly file: string
  /** A description of the picture. */
  readonly text: string
}
export type BoardObject = Stroke | Shape | Written | Picture

/** An object under its id. */
export type Placed = { readonly id: string; readonly object: BoardObject }

/** The stored form. Keys are short, because they are sent with each stroke. */
export type StoredObject = Readonly<Record<string, string | number | Uint8Array<ArrayBuffer>>>

export function storeObject(object: BoardObject): StoredObject {
  const common = { k: object.kind, c: inks.indexOf(object.ink), b: object.by }
  if (isStroke(object)) {
    const pressures = packPressures(object.points)
    return {
      ...common,
      w: object.width,
      p: packPoints(object.points),
      ...(pressures !== null && { q: pressures }),
    }
  }
  if (isShape(object)) return { ...common, w: object.width, p: packPoints([object.from, object.to]) }
  const at = { ...common, p: packPoints([object.at]), t: object.text.slice(0, longestBoardText) }
  return object.kind === 'picture'
    ? { ...at, w: object.width, h: object.height, f: object.file }
    : { ...at, s: object.size }
}

/** Comes from another person's browser, so every field is checked. Null for an invalid object. */
export function readObject(stored: unknown): BoardObject | null {
  if (typeof stored !== 'object' || stored === null) return null
  const fields: Readonly<Record<string, unknown>> = { ...stored }
  const { k, c, b, w, h, p, q, t, s, f } = fields
  const ink = inks[typeof c === 'number' ? c : 0]
  if (ink === undefined || typeof b !== 'string' || !(p instanceof Uint8Array)) return null
  const marked = { ink, by: b }
  const points = unpackPoints(p, q instanceof Uint8Array ? q : undefined)
  const [first, second] = points
  if (first === undefined) return null
  const stroke = strokeKinds.find((kind) => kind === k)
  if (stroke) return { ...marked, kind: stroke, width: within(w, 1, 60), points }
  const shape = shapeKinds.find((kind) => kind === k)
  if (shape)
    return second ? { ...marked, kind: shape, width: within(w, 1, 60), from: first, to: second } : null
  const text = typeof t === 'string' ? t.slice(0, longestBoardText) : ''
  const written = writtenKinds.find((kind) => kind === k)
  if (written)
    return text === '' ? null : { ...marked, kind: written, at: first, size: within(s, 12, 120), text }
  if (k !== 'picture' || typeof f !== 'string' || !fileId.test(f)) return null
  const size = { width: within(w, 10, pageSize.width), height: within(h, 10, pageSize.height) }
  return { ...marked, kind: 'picture', at: first, ...size, file: f, text }
}

export const isStroke = (object: BoardObject): object is Stroke =>
  strokeKinds.some((kind) => kind === object.kind)
export const isShape = (object: BoardObject): object is Shape =>
  shapeKinds.some((kind) => kind === object.kind)
export const isWritten = (object: BoardObject): object is Written =>
  writtenKinds.some((kind) => kind === object.kind)

// it becomes part of an address
const fileId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const within = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, least), most) : least
