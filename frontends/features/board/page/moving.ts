import { type BoardObject, isShape, isStroke, pageSize } from './board-object.ts'
import type { Point } from './points.ts'

export type Frame = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Written text keeps this distance from the edge of the page. */
export const edge = 12

/** The object at another place of its page. */
export function movedBy(object: BoardObject, by: Point): BoardObject {
  if (by.x === 0 && by.y === 0) return object
  const there = <P extends Point>(point: P): P => ({ ...point, x: point.x + by.x, y: point.y + by.y })
  if (isStroke(object)) return { ...object, points: object.points.map(there) }
  if (isShape(object)) return { ...object, from: there(object.from), to: there(object.to) }
  return { ...object, at: there(object.at) }
}

/** Where an object begins, for people who cannot see it. */
export function startOf(object: BoardObject): Point {
  if (isStroke(object)) return object.points[0] ?? { x: 0, y: 0 }
  return isShape(object) ? object.from : object.at
}

/** As much of a move as keeps the object on its page, because exports would cut off the rest. */
export function withinPage({ x, y, width, height }: Frame, by: Point): Point {
  return {
    x: limited(by.x, -x, pageSize.width - x - width),
    y: limited(by.y, -y, pageSize.height - y - height),
  }
}

/** The nearest place where the whole block is on the page; of a larger one the beginning is. */
export const onPage = ({ x, y, width, height }: Frame): Frame => ({
  x: Math.max(Math.min(x, pageSize.width - edge - width), 0),
  y: Math.max(Math.min(y, pageSize.height - height), 0),
  ...{ width, height },
})

/** An object that is already beyond the edge may only move back onto the page. */
const limited = (by: number, least: number, most: number) =>
  Math.min(Math.max(by, Math.min(least, 0)), Math.max(most, 0))
