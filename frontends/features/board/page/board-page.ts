import { movedMark } from '@darsi/contracts/rules/board-limits.ts'
import * as Y from 'yjs'
import {
  type BoardObject,
  type Paper,
  type Placed,
  papers,
  readObject,
  type StoredObject,
  storeObject,
} from './board-object.ts'
import { movedBy } from './moving.ts'
import { type Point, packPoints, unpackPoints } from './points.ts'

/** One page of the board in its Yjs document: objects by id, and the paper style. */
export type BoardPage = ReturnType<typeof openPage>

/**
 * Undo reverts only changes made through this page in this browser: changes by others and by the same person's other
 * devices have another origin.
 */
export function openPage(doc: Y.Doc, { newId = makeId }: { newId?: () => string } = {}) {
  // one letter, because each update contains the name
  const stored = doc.getMap<StoredObject>('o')
  const settings = doc.getMap<string>('s')
  const origin = { own: true }
  const undo = new Y.UndoManager([stored], { trackedOrigins: new Set([origin]), captureTimeout: 0 })
  const change = (act: () => void) => doc.transact(act, origin)
  const readPlaced = cachedReader()
  const moveOf = (id: string) => stored.get(moveKey(id))
  const read = (id: string): BoardObject | null => {
    const value = stored.get(id)
    return value === undefined || id.endsWith(movedMark) ? null : readPlaced(value, moveOf(id))
  }
  const earlier = earlierValues(stored, origin)
  return {
    doc,
    undo,
    origin,
    add(object: BoardObject): string {
      const id = newId()
      change(() => stored.set(id, storeObject(object)))
      return id
    },
    replace(id: string, object: BoardObject) {
      if (!stored.has(id)) return
      const { x, y } = readMove(moveOf(id))
      // its move stays beside it
      change(() => stored.set(id, storeObject(movedBy(object, { x: -x, y: -y }))))
    },
    /** Of two people who move an object at the same time one wins. */
    move(id: string, by: Point) {
      if (!stored.has(id) || (by.x === 0 && by.y === 0)) return
      const before = readMove(moveOf(id))
      change(() => stored.set(moveKey(id), { p: packPoints([{ x: before.x + by.x, y: before.y + by.y }]) }))
    },
    /** Groups changes, so that one undo reverts all of them. */
    erase(ids: readonly string[]) {
      const known = ids.filter((id) => stored.has(id))
      if (known.length === 0) return
      change(() => {
        for (const id of known) stored.delete(id)
      })
    },
    /** Objects that the server refused: this browser's change of them is reverted, and undo does not restore it. */
    takeBack(ids: readonly string[]) {
      doc.transact(() => {
        for (const id of ids) {
          const before = earlier.get(id)
          if (before === undefined) stored.delete(id)
          else stored.set(id, before)
        }
      })
    },
    /** Size of the whole page with its history, as a new tab receives it. */
    bytes: () => Y.encodeStateAsUpdate(doc).length,
    /** Sorted by creation; the order is the same in each browser. */
    objects(): readonly Placed[] {
      return [...stored.keys()]
        .sort((one, other) => (one < other ? -1 : 1))
        .flatMap((id) => {
          const object = read(id)
          return object === null ? [] : [{ id, object }]
        })
    },
    paper(): Paper {
      return papers.find((each) => each === settings.get('paper')) ?? 'squared'
    },
    setPaper(paper: Paper) {
      change(() => settings.set('paper', paper))
    },
    onChange(listener: () => void) {
      stored.observe(listener)
      settings.observe(listener)
      return () => {
        stored.unobserve(listener)
        settings.unobserve(listener)
      }
    },
    /** The objects that this browser has added or changed, with their current values. */
    onOwnChange(listener: (ids: readonly string[]) => void) {
      const observe = ({ keysChanged, transaction }: Y.YMapEvent<StoredObject>) => {
        if (transaction.local) listener([...keysChanged].map((key) => key.replace(movedMark, '')))
      }
      stored.observe(observe)
      return () => stored.unobserve(observe)
    },
  }
}

/** What each object was before this browser last changed it. */
function earlierValues(stored: Y.Map<StoredObject>, origin: object) {
  const earlier = new Map<string, StoredObject | undefined>()
  stored.observe(({ changes, transaction }) => {
    if (transaction.origin !== origin) return
    for (const [id, { oldValue }] of changes.keys) earlier.set(id, oldValue)
  })
  return earlier
}

/** A page as the server stores it: a Yjs update in base64. */
export function pageFrom(update: string): BoardPage {
  const doc = new Y.Doc()
  Y.applyUpdate(
    doc,
    Uint8Array.from(atob(update), (character) => character.charCodeAt(0)),
  )
  return openPage(doc)
}

/** Evidence names an erased object by its id, `~` and the time: it was where its move had put it. */
const moveKey = (id: string): string => `${id.split('~')[0]}${movedMark}`

/** Comes from another person's browser. */
function readMove(stored: StoredObject | undefined): Point {
  const [by] = stored?.['p'] instanceof Uint8Array ? unpackPoints(stored['p']) : []
  return by ?? { x: 0, y: 0 }
}

/** Stored values never change in place, so each is decoded once. */
function cachedReader() {
  const known = new WeakMap<object, { move: StoredObject | undefined; object: BoardObject | null }>()
  return (value: StoredObject, move: StoredObject | undefined) => {
    const before = known.get(value)
    if (before !== undefined && before.move === move) return before.object
    const stored = readObject(value)
    const object = stored && movedBy(stored, readMove(move))
    known.set(value, { move, object })
    return object
  }
}

/** An id that sorts by creation time. The random end avoids collisions between two people. */
function makeId(): string {
  const time = Math.floor(Date.now() / 10)
    .toString(36)
    .padStart(8, '0')
  const random = Math.floor(Math.random() * 36 ** 4)
    .toString(36)
    .padStart(4, '0')
  return time + random
}
