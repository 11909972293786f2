import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import * as Y from 'yjs'
import { readRefusal } from '../connection/board-connection.ts'
import { type BoardObject, readObject, type Stroke, storeObject } from './board-object.ts'
import { openPage } from './board-page.ts'
import { startOf, withinPage } from './moving.ts'
import { type Point, packPoints, unpackPoints } from './points.ts'

const teacher = '64f000000000000000000001'
const child = '64f000000000000000000002'

/** A curved stroke of `length` points, about four units apart. */
function curve(seed: number, length = 60, pressure = true): readonly Point[] {
  let angle = seed
  let x = (seed * 137) % 1100
  let y = (seed * 91) % 800
  return Array.from({ length }, (_, index) => {
    angle += Math.sin(index * 0.3 + seed) * 0.4
    x += Math.cos(angle) * 4
    y += Math.sin(angle) * 4
    return { x, y, ...(pressure && { pressure: 0.5 + Math.sin(index / 9) / 3 }) }
  })
}
const stroke = (seed: number, by = teacher): Stroke => ({
  kind: 'pen',
  ink: 'blue',
  by,
  width: 4,
  points: curve(seed),
})

function pair() {
  const one = openPage(new Y.Doc())
  const other = openPage(new Y.Doc())
  const sync = () => {
    Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc, Y.encodeStateVector(one.doc)))
    Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc, Y.encodeStateVector(other.doc)))
  }
  return { one, other, sync }
}

describe('points', () => {
  it('are decoded to within an eighth of a unit, also for far and backward steps', () => {
    for (const seed of [1, 7, 42, 99]) {
      const points = [...curve(seed, 200, false), { x: -5000, y: 3 }, { x: 5000, y: -3 }]
      const back = unpackPoints(packPoints(points))
      expect(back).toHaveLength(points.length)
      for (const [index, point] of points.entries()) {
        expect(Math.abs((back[index]?.x ?? Number.NaN) - point.x)).toBeLessThanOrEqual(0.125)
        expect(Math.abs((back[index]?.y ?? Number.NaN) - point.y)).toBeLessThanOrEqual(0.125)
      }
    }
  })

  it('stop at truncated or forged bytes without an error', () => {
    const whole = packPoints(curve(3))
    expect(unpackPoints(whole.slice(0, -1)).length).toBeLessThan(60)
    expect(unpackPoints(new Uint8Array(500).fill(255))).toEqual([])
  })
})

describe('what the server refuses', () => {
  it('is taken back for everybody, and no undo or redo brings it back', () => {
    const { one, other, sync } = pair()
    const id = one.add(stroke(1))
    const kept = one.add(stroke(2))
    one.takeBack([id])
    sync()
    expect(other.objects().map((placed) => placed.id)).toEqual([kept])
    one.undo.undo()
    one.undo.undo()
    one.undo.redo()
    one.undo.redo()
    expect(one.objects().map((placed) => placed.id)).toEqual([kept])
  })

  it('is again what it was, where it changed something', () => {
    const { one } = pair()
    const text = (content: string) =>
      ({ kind: 'text', ink: 'blue', by: teacher, at: { x: 1, y: 1 }, size: 36, text: content }) as const
    const id = one.add(text('triangle'))
    one.replace(id, text('amal@gmail.com'))
    one.takeBack([id])
    expect(one.objects().map(({ object }) => object)).toMatchObject([{ text: 'triangle' }])
  })

  it('is told by a message with a reason and ids, and by nothing else', () => {
    const refusal = { type: 'refused', why: 'page-full', ids: ['a', 1] }
    expect(readRefusal(JSON.stringify(refusal))).toEqual({ why: 'page-full', ids: ['a'] })
    for (const other of [
      '',
      '{',
      'null',
      '{"type":"room","version":1}',
      JSON.stringify({ ...refusal, why: 'no' }),
    ])
      expect(readRefusal(other)).toBeNull()
  })
})

describe('an object of the board', () => {
  it('of each kind is stored and read back', () => {
    const marked = { ink: 'red', by: child } as const
    const from = { x: 10, y: 20 }
    const to = { x: 110.25, y: 220.5 }
    const file = '64f00000-0000-4000-8000-000000000003'
    const objects: BoardObject[] = [
      { ...marked, kind: 'arrow', width: 3, from, to },
      { ...marked, kind: 'axes', width: 3, from, to },
      { ...marked, kind: 'text', at: from, size: 32, text: 'مساحة المثلث ABC' },
      { ...marked, kind: 'formula', at: to, size: 40, text: 'x^2' },
      { ...marked, kind: 'picture', at: from, width: 300, height: 200, file, text: 'A map' },
    ]
    for (const object of objects) expect(readObject(storeObject(object))).toEqual(object)
  })

  it('from another browser is not shown if it is invalid', () => {
    const good = storeObject(stroke(1))
    for (const wrong of [null, 'x', {}, { ...good, k: 'script' }, { ...good, p: 'x' }, { ...good, c: 99 }])
      expect(readObject(wrong)).toBeNull()
    const picture = { ...good, k: 'picture', w: 9, h: 9 }
    for (const f of [undefined, 7, '', '../../../me/export', 'javascript:alert(1)'])
      expect(readObject({ ...picture, ...(f !== undefined && { f }) })).toBeNull()
    expect(readObject({ ...good, w: Number.POSITIVE_INFINITY })).toMatchObject({ width: 1 })
  })
})

describe('a page', () => {
  it('sends at most 250 bytes for a stroke of 60 points with pressure and writer', () => {
    const page = openPage(new Y.Doc())
    const sizes: number[] = []
    page.doc.on('update', (update: Uint8Array) => sizes.push(update.length))
    for (let seed = 1; seed <= 50; seed++) page.add(stroke(seed))
    expect(sizes).toHaveLength(50)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(250)
  })

  it('is equal on both sides after each drew 50 strokes and erased while offline', () => {
    const { one, other, sync } = pair()
    const first = one.add(stroke(1))
    sync()
    const mine = Array.from({ length: 50 }, (_, index) => one.add(stroke(index + 2)))
    const theirs = Array.from({ length: 50 }, (_, index) => other.add(stroke(index + 70, child)))
    one.erase(mine.slice(0, 5))
    other.erase([first, ...theirs.slice(0, 5)])
    sync()
    expect(one.objects()).toEqual(other.objects())
    expect(
      one
        .objects()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...mine.slice(5), ...theirs.slice(5)].sort())
  })

  it('undoes only changes made in this browser, also after another person drew', () => {
    const { one, other, sync } = pair()
    const mine = one.add(stroke(1))
    sync()
    const theirs = other.add(stroke(2, child))
    sync()
    one.undo.undo()
    sync()
    expect(other.objects().map(({ id }) => id)).toEqual([theirs])
    one.undo.redo()
    sync()
    expect(
      other
        .objects()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([mine, theirs].sort())
    one.undo.undo()
    one.undo.undo()
    expect(one.objects().map(({ id }) => id)).toEqual([theirs])
  })

  it('restores with one undo all objects that one eraser stroke removed', () => {
    const page = openPage(new Y.Doc())
    const ids = [1, 2, 3].map((seed) => page.add(stroke(seed)))
    page.erase(ids)
    expect(page.objects()).toEqual([])
    page.undo.undo()
    expect(
      page
        .objects()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort())
  })

  it('lists the objects that were changed here, not those changed by others', () => {
    const { one, other, sync } = pair()
    const seen: string[] = []
    one.onOwnChange((ids) => seen.push(...ids))
    other.add(stroke(5))
    sync()
    const mine = one.add(stroke(6))
    expect(seen).toEqual([mine])
  })

  it('holds a thousand strokes and its paper style in 250 KB', () => {
    const page = openPage(new Y.Doc())
    for (let seed = 0; seed < 1000; seed++) page.add(stroke(seed))
    expect(Y.encodeStateAsUpdate(page.doc).length).toBeLessThan(250_000)
    expect(page.paper()).toBe('squared')
    page.setPaper('lined')
    expect(page.paper()).toBe('lined')
  })
})

describe('moving', () => {
  const by = (x: number, y: number) => ({ x, y })
  const placeOf = (page: ReturnType<typeof openPage>, id: string) => {
    const found = page.objects().find((placed) => placed.id === id)
    return found ? startOf(found.object) : null
  }
  const line = { kind: 'line', ink: 'red', by: teacher, width: 3, from: by(10, 20), to: by(60, 80) } as const

  it('sends at most 250 bytes, however long the stroke is, and for every further move', () => {
    const page = openPage(new Y.Doc())
    const id = page.add({ ...stroke(1), points: curve(1, 2000) })
    const sizes: number[] = []
    page.doc.on('update', (update: Uint8Array) => sizes.push(update.length))
    for (let step = 1; step <= 50; step++) page.move(id, by(step % 7, -step))
    expect(sizes).toHaveLength(50)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(250)
  })

  it('shows the object there on both sides, and undo and redo cover it', () => {
    const { one, other, sync } = pair()
    const id = one.add(line)
    one.move(id, by(100, 30))
    one.move(id, by(5, 5))
    sync()
    expect(placeOf(other, id)).toEqual(by(115, 55))
    one.undo.undo()
    sync()
    expect(placeOf(other, id)).toEqual(by(110, 50))
    one.undo.undo()
    expect(placeOf(one, id)).toEqual(by(10, 20))
    one.undo.redo()
    expect(placeOf(one, id)).toEqual(by(110, 50))
  })

  it('stays where a text was moved to, also when its words are changed', () => {
    const page = openPage(new Y.Doc())
    const text = (words: string, at = by(10, 10)) =>
      ({ kind: 'text', ink: 'blue', by: teacher, at, size: 36, text: words }) as const
    const id = page.add(text('triangle'))
    page.move(id, by(200, 100))
    page.replace(id, text('square', by(210, 110)))
    expect(page.objects()).toEqual([{ id, object: text('square', by(210, 110)) }])
  })

  it('is marked as not sent under the id of its object, and can be taken back', () => {
    const page = openPage(new Y.Doc())
    const id = page.add(line)
    const seen: string[] = []
    page.onOwnChange((ids) => seen.push(...ids))
    page.move(id, by(40, 0))
    expect(seen).toEqual([id])
    page.takeBack([`${id}>`])
    expect(placeOf(page, id)).toEqual(by(10, 20))
  })

  it('shows erased evidence where it was moved to', () => {
    const page = openPage(new Y.Doc())
    const id = page.add(line)
    page.move(id, by(90, 0))
    page.erase([id])
    page.doc.getMap('o').set(`${id}~abc`, storeObject(line))
    expect(placeOf(page, `${id}~abc`)).toEqual(by(100, 20))
  })

  it('keeps the object on its page, and lets one beyond the edge come back', () => {
    const frame = { x: 100, y: 700, width: 50, height: 150 }
    expect(withinPage(frame, by(-300, 300))).toEqual(by(-100, 50))
    expect(withinPage({ ...frame, x: 1180 }, by(50, 0))).toEqual(by(0, 0))
    expect(withinPage({ ...frame, x: 1180 }, by(-20, 0))).toEqual(by(-20, 0))
  })

  it('an object that one moves while the other erases it is erased, and undo brings it back moved', () => {
    const { one, other, sync } = pair()
    const id = one.add(line)
    sync()
    one.move(id, by(7, 7))
    other.erase([id])
    sync()
    expect([one.objects(), other.objects()]).toEqual([[], []])
    other.undo.undo()
    sync()
    expect(placeOf(one, id)).toEqual(by(17, 27))
    expect(one.objects()).toEqual(other.objects())
  })

  it('converges, whatever two people add, move, change, erase and undo while apart', () => {
    const step = fc.record({
      who: fc.constantFrom('one', 'other'),
      act: fc.constantFrom('add', 'move', 'replace', 'erase', 'undo', 'redo', 'sync'),
      which: fc.nat(5),
      x: fc.integer({ min: -300, max: 300 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const both = pair()
        for (const { who, act, which, x } of steps) {
          const page = both[who === 'one' ? 'one' : 'other']
          const all = page.objects()
          const chosen = all[which % Math.max(all.length, 1)]
          if (act === 'add') page.add({ ...line, from: by(x, which) })
          else if (act === 'sync') both.sync()
          else if (act === 'undo' || act === 'redo') page.undo[act]()
          else if (act === 'move' && chosen) page.move(chosen.id, by(x, which))
          else if (act === 'erase' && chosen) page.erase([chosen.id])
          else if (act === 'replace' && chosen) page.replace(chosen.id, { ...line, ink: 'gold' })
        }
        both.sync()
        expect(both.one.objects()).toEqual(both.other.objects())
      }),
    )
  })
})
