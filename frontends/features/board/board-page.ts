import * as Y from 'yjs'
import {
  type BoardObject,
  type Paper,
  papers,
  readObject,
  type StoredObject,
  storeObject,
} from './board-object.ts'

export type Placed = { readonly id: string; readonly object: BoardObject }

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
  const read = cachedReader()
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
      if (stored.has(id)) change(() => stored.set(id, storeObject(object)))
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
      return [...stored.entries()]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([id, value]) => {
          const object = read(value)
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
        if (transaction.local) listener([...keysChanged])
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

/** Stored values never change in place, so each is decoded once. */
function cachedReader() {
  const known = new WeakMap<object, BoardObject | null>()
  return (value: StoredObject) => {
    const before = known.get(value)
    if (before !== undefined) return before
    const object = readObject(value)
    known.set(value, object)
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
