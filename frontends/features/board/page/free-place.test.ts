import { describe, expect, it } from '@jest/globals'
import { freePlace } from './free-place.ts'
import type { Frame } from './moving.ts'

const put = (size: { width: number; height: number }, count: number) => {
  const frames: Frame[] = []
  for (let done = 0; done < count; done++) frames.push(freePlace(size, frames))
  return frames
}
const over = (frames: readonly Frame[]) =>
  frames.flatMap((one, index) =>
    frames
      .slice(index + 1)
      .filter(
        (other) =>
          Math.min(one.x + one.width, other.x + other.width) > Math.max(one.x, other.x) &&
          Math.min(one.y + one.height, other.y + other.height) > Math.max(one.y, other.y),
      ),
  )

describe('the place of a new picture', () => {
  it('is beside those that are there, and smaller where there is no room', () => {
    for (const [size, count] of [
      [{ width: 780, height: 585 }, 3],
      [{ width: 438, height: 585 }, 4],
      [{ width: 300, height: 200 }, 8],
    ] as const) {
      const frames = put(size, count)
      expect(over(frames)).toEqual([])
      for (const { x, y, width, height } of frames) {
        expect(x >= 0 && y >= 0 && x + width <= 1200 && y + height <= 900).toBe(true)
        expect(width / height).toBeCloseTo(size.width / size.height, 1)
      }
    }
  })

  it('is another one for each on a full page', () => {
    const frames = put({ width: 780, height: 585 }, 9)
    expect(new Set(frames.map(({ x, y }) => `${x} ${y}`)).size).toBe(9)
  })
})
