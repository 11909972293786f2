import { afterEach, describe, expect, it } from '@jest/globals'
import { watchPointers } from './pointers.ts'

type Kind = 'pen' | 'touch' | 'mouse'
type Step = {
  on: 'down' | 'move' | 'up' | 'cancel'
  by: Kind
  id?: number
  x?: number
  /** Since the one before. */
  after?: number
  button?: number
}

let stop = () => {}
afterEach(() => stop())

/** What the board does for these events of a screen. */
function actionsFor(steps: readonly Step[], { penOnly = false } = {}): string[] {
  const stage = document.createElement('div')
  stage.setPointerCapture = () => {}
  const done: string[] = []
  let only = penOnly
  stop = watchPointers(stage, {
    draws: () => true,
    penOnly: () => only,
    onPen: () => {
      only = true
    },
    press: ({ x }, erases) => done.push(`${erases ? 'erase' : 'draw'} ${x}`),
    move: (places) => done.push(`to ${places.at(-1)?.x}`),
    release: () => done.push('end'),
    cancel: () => done.push('discard'),
    hover: () => {},
    pan: () => done.push('pan'),
    zoom: () => done.push('zoom'),
  })
  let at = 5000
  for (const { on, by, id = kinds.indexOf(by), x = 0, after = 10, button = 0 } of steps) {
    at += after
    const event = new MouseEvent(`pointer${on}`, { clientX: x, button })
    for (const [name, value] of Object.entries({
      pointerId: id,
      pointerType: by,
      pressure: 0.4,
      timeStamp: at,
    }))
      Object.defineProperty(event, name, { value })
    stage.dispatchEvent(event)
  }
  return done
}
const kinds: readonly Kind[] = ['pen', 'touch', 'mouse']
const pen = (on: Step['on'], x = 0, more: Partial<Step> = {}): Step => ({ on, by: 'pen', x, ...more })
const hand = (on: Step['on'], x = 0, more: Partial<Step> = {}): Step => ({ on, by: 'touch', x, ...more })

describe('the pen', () => {
  it.each<[string, Step[], string[]]>([
    [
      'writes while the hand lies on the page, which came first',
      [hand('down', 300), hand('move', 301), pen('down', 10), hand('move', 305), pen('move', 20), pen('up')],
      ['draw 300', 'to 301', 'discard', 'draw 10', 'to 20', 'end'],
    ],
    [
      'goes on writing when the hand comes down',
      [pen('down', 10), hand('down', 300), hand('move', 310), pen('move', 20), hand('up'), pen('up')],
      ['draw 10', 'to 20', 'end'],
    ],
    [
      'lets the hand neither move nor zoom the page a second after it',
      [
        ...[pen('down', 10), pen('up'), hand('down', 300, { after: 900 }), hand('down', 400, { id: 7 })],
        ...[hand('move', 350, { after: 900 }), hand('move', 450, { id: 7 })],
      ],
      ['draw 10', 'end'],
    ],
    [
      'keeps the hand away while it is above the page',
      [pen('move', 10), hand('down', 300), hand('move', 350), pen('down', 10), pen('up')],
      ['draw 10', 'end'],
    ],
    [
      'leaves the page to the fingers after that second',
      [
        ...[pen('down', 10), pen('up'), hand('down', 300, { after: 1100 }), hand('move', 320), hand('up')],
        ...[hand('down', 0), hand('down', 100, { id: 7 }), hand('move', 200, { id: 7 })],
      ],
      ['draw 10', 'end', 'pan', 'pan', 'zoom'],
    ],
    [
      'erases with its other end',
      [pen('down', 10, { button: 5 }), pen('move', 20), pen('up', 20, { button: 5 })],
      ['erase 10', 'to 20', 'end'],
    ],
    [
      'does nothing with its side button',
      [pen('down', 10, { button: 2 }), pen('move', 20), pen('up', 20, { button: 2 })],
      [],
    ],
    ['keeps its stroke when the system takes it away', [pen('down', 10), pen('cancel')], ['draw 10', 'end']],
  ])('%s', (_, steps, actions) => {
    expect(actionsFor(steps)).toEqual(actions)
  })
})

describe('fingers', () => {
  it.each<[string, boolean, Step[], string[]]>([
    ['draw with one', false, [hand('down', 10), hand('move', 20), hand('up')], ['draw 10', 'to 20', 'end']],
    ['move the page where only the pen writes', true, [hand('down', 10), hand('move', 20)], ['pan']],
    [
      'discard the stroke with a second one, and zoom',
      false,
      [hand('down', 10), hand('down', 100, { id: 7 }), hand('move', 200, { id: 7 })],
      ['draw 10', 'discard', 'pan', 'zoom'],
    ],
    [
      'lose a stroke that became a gesture of the system',
      false,
      [hand('down', 1), hand('cancel')],
      ['draw 1', 'discard'],
    ],
  ])('%s', (_, penOnly, steps, actions) => {
    expect(actionsFor(steps, { penOnly })).toEqual(actions)
  })
})
