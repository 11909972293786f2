import { describe, expect, it } from '@jest/globals'
import type { BoardObject } from './board-object.ts'
import { movedBy } from './moving.ts'
import { frameOf, linesOf, moveOnPage, square, touches } from './shapes.ts'
import { textBlock } from './text-lines.ts'
import { followed, panned, sharedView, toPage, wholePage, zoomed } from './view.ts'

const measure = (text: string, size: number) => text.length * size * 0.5
const marked = { ink: 'text', by: 'someone' } as const
const near = (object: BoardObject, x: number, y: number) => touches(object, { x, y }, 8, measure)

describe('the eraser', () => {
  it('erases a stroke where it touches the ink, not the area inside', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 100 },
    ]
    const stroke: BoardObject = { ...marked, kind: 'pen', width: 4, points }
    expect(near(stroke, 50, 9)).toBe(true)
    expect(near(stroke, 50, 50)).toBe(false)
    expect(near({ ...stroke, points: [{ x: 5, y: 5 }] }, 6, 6)).toBe(true)
  })

  it('erases a rectangle at its edge, and a text anywhere in its box, on the side where the text begins', () => {
    const corner = { from: { x: 0, y: 0 }, to: { x: 200, y: 200 } }
    expect(near({ ...marked, kind: 'rectangle', width: 4, ...corner }, 100, 100)).toBe(false)
    expect(near({ ...marked, kind: 'rectangle', width: 4, ...corner }, 200, 100)).toBe(true)
    const text = { ...marked, kind: 'text', at: { x: 600, y: 100 }, size: 40 } as const
    expect(near({ ...text, text: 'Bonjour' }, 650, 120)).toBe(true)
    expect(near({ ...text, text: 'Bonjour' }, 550, 120)).toBe(false)
    expect(near({ ...text, text: 'مثلث قائم' }, 550, 120)).toBe(true)
    expect(near({ ...text, text: 'مثلث قائم' }, 650, 120)).toBe(false)
  })
})

describe('axes', () => {
  it('have a mark at each square on both sides of the centre', () => {
    const lines = linesOf({ kind: 'axes', from: { x: 0, y: 0 }, to: { x: 300, y: 300 } })
    const marks = lines.filter((line) => line.length === 2 && line[0]?.x === line[1]?.x && line[0]?.y === 146)
    expect(marks.map(([from]) => from?.x).sort()).toEqual(
      [
        150 - square,
        150 + square,
        150 - 4 * square,
        150 + 4 * square,
        150 - 2 * square,
        150 + 2 * square,
        150 - 3 * square,
        150 + 3 * square,
      ].sort(),
    )
  })
})

describe('a text', () => {
  it('is broken between words before the edge, and no part of a long word is lost', () => {
    const { lines } = textBlock('one two three four', { x: 1020, y: 0 }, 40, measure)
    expect(lines.map(({ text }) => text)).toEqual(['one two', 'three', 'four'])
    const long = textBlock('x'.repeat(99), { x: 1000, y: 0 }, 40, measure)
    expect(long.lines.map(({ text }) => text.length)).toEqual([58, 41])
    expect(long.frame.x + long.frame.width).toBeLessThanOrEqual(1200)
  })

  it('has the direction of the first letter of each line', () => {
    const rtl = { rightToLeft: true, fromRight: true }
    const ltr = { rightToLeft: false, fromRight: false }
    const linesOf = (text: string) => textBlock(text, { x: 600, y: 0 }, 30, measure).lines
    expect(linesOf('2) حل المعادلة f(x)\nExercice 2 : calcule x.\n3 - 5 = -2')).toMatchObject([
      rtl,
      ltr,
      { ...ltr, fromRight: true },
    ])
    expect(linesOf('f(x) = مساحة\nحل المعادلة')).toMatchObject([ltr, rtl])
  })

  it.each([
    ['begun near the right edge', 'Exercice', { x: 1190, y: 100 }],
    ['from the right, begun near the left edge', 'مساحة المثلث', { x: 5, y: 100 }],
    ['begun near the lower edge', 'one\ntwo', { x: 100, y: 890 }],
  ])('that was %s stays on the page, also when it is moved', (_, text, at) => {
    const object: BoardObject = { ...marked, kind: 'text', at, size: 40, text }
    const { x, y, width, height } = frameOf(object, measure)
    expect([x >= 0, x + width <= 1200, y >= 0, y + height <= 900]).toEqual([true, true, true, true])
    const by = { x: x > 600 ? -50 : 50, y: -50 }
    const moved = frameOf(movedBy(object, moveOnPage(object, by, measure)), measure)
    expect(moved).toMatchObject({ x: x + by.x, y: y + by.y })
  })
})

describe('the view', () => {
  const phone = { width: 360, height: 500 }
  const desk = { width: 1600, height: 900 }

  it('starts with the whole page, and zooming keeps the point under the fingers in place', () => {
    const view = wholePage(phone)
    expect(toPage(view, { x: 180, y: 250 })).toEqual({ x: 600, y: 450 })
    const at = { x: 200, y: 260 }
    const near = zoomed(view, 3, at, phone)
    expect(toPage(near, at).x).toBeCloseTo(toPage(view, at).x)
    expect(toPage(near, at).y).toBeCloseTo(toPage(view, at).y)
  })

  it('always keeps part of the page visible', () => {
    let view = wholePage(phone)
    for (let step = 0; step < 50; step++) view = panned(view, { x: 500, y: -500 }, phone)
    expect(view.x + phone.width / view.zoom).toBeGreaterThan(0)
    expect(view.y).toBeLessThan(900)
    for (let step = 0; step < 50; step++) view = zoomed(view, 0.5, { x: 0, y: 0 }, phone)
    expect(view.zoom).toBeCloseTo(wholePage(phone).zoom * 0.8)
  })

  it('shows all that the teacher sees on a screen of another shape', () => {
    const teacher = zoomed(wholePage(desk), 2, { x: 300, y: 300 }, desk)
    const view = followed(sharedView(teacher, desk), phone)
    const seen = { start: toPage(teacher, { x: 0, y: 0 }), end: toPage(teacher, { x: 1600, y: 900 }) }
    const shown = { start: toPage(view, { x: 0, y: 0 }), end: toPage(view, { x: 360, y: 500 }) }
    expect(shown.start.x).toBeLessThanOrEqual(Math.max(seen.start.x, 0) + 1)
    expect(shown.start.y).toBeLessThanOrEqual(Math.max(seen.start.y, 0) + 1)
    expect(shown.end.x).toBeGreaterThanOrEqual(Math.min(seen.end.x, 1200) - 1)
    expect(shown.end.y).toBeGreaterThanOrEqual(Math.min(seen.end.y, 900) - 1)
    const whole = followed(sharedView(wholePage(desk), desk), phone)
    expect(whole.zoom).toBeCloseTo(360 / 1200)
  })
})
