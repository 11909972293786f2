import { pageSize } from './board-object.ts'
import type { Frame } from './moving.ts'
import type { Size } from './view.ts'

const edge = 20
const step = 20
const cascade = 40
/** A smaller one could not be read. */
const shares = [1, 0.8, 0.65, 0.5, 0.4]

/** Beside the pictures that are there, smaller if need be; on a full page each is a little lower than the one before. */
export function freePlace({ width, height }: Size, taken: readonly Frame[]): Frame {
  for (const share of shares) {
    const size = { width: Math.round(width * share), height: Math.round(height * share) }
    for (let y = edge; y === edge || y + size.height <= pageSize.height - edge; y += step)
      for (let x = edge; x === edge || x + size.width <= pageSize.width - edge; x += step) {
        const frame = { x, y, ...size }
        if (!taken.some((other) => isOver(frame, other))) return frame
      }
  }
  const by = (taken.length * cascade) % (pageSize.height / 3)
  return {
    x: Math.min(edge + by, Math.max(pageSize.width - width, 0)),
    y: Math.min(edge + by, Math.max(pageSize.height - height, 0)),
    ...{ width, height },
  }
}

const isOver = (one: Frame, other: Frame) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
