import { describe, expect, it } from '@jest/globals'
import { readPresence, tailOf } from '../connection/presence.ts'
import { begin, drawnBy, moved, rulerOf, type tools } from './tool.ts'

const nib = { ink: 'red', width: 4, by: 'me' } as const
const draw = (
  tool: (typeof tools)[number],
  places: readonly (readonly [number, number])[],
  straight = false,
) => {
  const [[x, y] = [0, 0], ...rest] = places
  let gesture = begin(tool, { x, y })
  for (const [nextX, nextY] of rest) gesture = gesture && moved(gesture, { x: nextX, y: nextY }, straight)
  return drawnBy(gesture, nib)
}

describe('a gesture', () => {
  it('makes a stroke, also from a single touch, and skips points that did not move', () => {
    expect(draw('pen', [[5, 5]])).toMatchObject({ kind: 'pen', points: [{ x: 5, y: 5 }] })
    expect(
      draw('marker', [
        [0, 0],
        [0.1, 0.1],
        [9, 9],
      ]),
    ).toMatchObject({ points: [{ x: 0 }, { x: 9 }] })
  })

  it('makes a shape, but not from an accidental touch', () => {
    expect(
      draw('ellipse', [
        [0, 0],
        [60, 30],
      ]),
    ).toEqual({ ...nib, kind: 'ellipse', from: { x: 0, y: 0 }, to: { x: 60, y: 30 } })
    expect(
      draw('line', [
        [0, 0],
        [2, 1],
      ]),
    ).toBeNull()
    for (const tool of ['hand', 'laser', 'eraser', 'text', 'formula'] as const)
      expect(
        draw(tool, [
          [0, 0],
          [99, 99],
        ]),
      ).toBeNull()
  })

  it('snaps with `straight`: lines to 15 degrees, boxes to squares', () => {
    expect(
      draw(
        'line',
        [
          [0, 0],
          [100, 4],
        ],
        true,
      ),
    ).toMatchObject({ to: { y: 0 } })
    expect(
      draw(
        'rectangle',
        [
          [0, 0],
          [-100, 40],
        ],
        true,
      ),
    ).toMatchObject({ to: { x: -100, y: 100 } })
  })

  it('is measured in squares and degrees', () => {
    expect(rulerOf({ x: 0, y: 0 }, { x: 90, y: 0 })).toEqual({ length: 3, angle: 0 })
    expect(rulerOf({ x: 0, y: 60 }, { x: 0, y: 0 })).toEqual({ length: 2, angle: 90 })
  })
})

describe('presence', () => {
  it('is validated when it comes from other browsers', () => {
    const state = {
      user: 'u',
      page: 'p',
      laser: { x: 1, y: 2 },
      stroke: { ink: 'blue', points: tailOf(Array.from({ length: 99 }, (_, x) => ({ x: x + 0.4, y: 0 }))) },
      view: { x: 0, y: 0, w: 10, h: 10 },
      receives: 'voice',
      line: 'poor',
    }
    const read = readPresence(JSON.parse(JSON.stringify(state)))
    expect(read).toEqual(state)
    expect(read?.stroke?.points).toHaveLength(40)
    for (const wrong of [null, 7, {}, { user: 'u' }]) expect(readPresence(wrong)).toBeNull()
    expect(
      readPresence({ user: 'u', page: 'p', laser: 'x', stroke: { points: [{}, null] }, view: [] }),
    ).toEqual({
      ...{ user: 'u', page: 'p', laser: null, view: null, receives: null, line: null },
      stroke: { ink: 'text', points: [] },
    })
  })
})
