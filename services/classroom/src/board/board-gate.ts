import { setImmediate as nextTurn } from 'node:timers/promises'
import { longestBoardText, maxPageBytes } from '@darsi/contracts/rules/board-limits.ts'
import { contactDetailsIn } from '@darsi/contracts/rules/contact-details/contact-details.ts'
import { applyUpdate, Doc, decodeUpdate, encodeStateAsUpdate, Item } from 'yjs'

/** Sent to the tab, which removes these objects and sends the rest again. */
export type Refusal = {
  type: 'refused'
  why: 'contact-details' | 'page-full' | 'text-too-long'
  ids: string[]
}

/** The room in which a tab writes. */
export type RoomOfBoard = {
  isMinors: boolean
  /** Stores an accepted text, before other tabs receive it. */
  keep: (text: string) => Promise<void>
}

/**
 * Checks what a tab adds to a page before other tabs receive it: the length of texts, a page that is full, and contact
 * details where the learner is a minor, as in messages. These texts are kept with those of the connection, where they
 * are judged together. Texts are read last, because reading takes longest: a text that
 * no page of ours sends, and the board of adults, cost nothing.
 */
export function createBoardGate() {
  // at most this large: exact after each refusal that it would cause
  const sizes = new WeakMap<Doc, number>()

  const sizeWith = (document: Doc, update: Uint8Array): number => {
    const size = (sizes.get(document) ?? encodeStateAsUpdate(document).length) + update.length
    sizes.set(document, size)
    return size
  }
  const isFull = (document: Doc, update: Uint8Array, size: number): boolean => {
    if (size <= maxPageBytes) return false
    const exact = sizeAfter(document, update)
    sizes.set(document, exact)
    if (exact <= maxPageBytes) return false
    sizes.delete(document)
    return true
  }

  return async (
    document: Doc,
    update: Uint8Array,
    room: () => Promise<RoomOfBoard>,
  ): Promise<Refusal | null> => {
    const values = valuesIn(update)
    const size = sizeWith(document, update)
    // erasing is always possible
    if (values.length === 0) return null
    const refused = (why: Refusal['why'], isMeant: (value: unknown) => boolean): Refusal => ({
      type: 'refused',
      why,
      ids: changedBy(document, update, isMeant),
    })
    if (values.some(isTooLong)) return refused('text-too-long', isTooLong)
    if (isFull(document, update, size)) return refused('page-full', () => true)
    const texts = new Set(values.map(textOf).filter((text) => text !== ''))
    if (texts.size === 0) return null
    const { isMinors, keep } = await room()
    if (!isMinors) return null
    const contacts = await contactsIn(texts)
    if (contacts.size > 0) return refused('contact-details', (value) => contacts.has(textOf(value)))
    await keep([...texts].join('\n'))
    return null
  }
}

/** The objects that an update brings, without applying it. */
function valuesIn(update: Uint8Array): unknown[] {
  return decodeUpdate(update).structs.flatMap((struct) =>
    struct instanceof Item && !struct.deleted ? struct.content.getContent() : [],
  )
}

/** `t` is the text of an object, whatever its kind: `board-object.ts` of the front end. */
function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 't' in value ? value.t : value
  return typeof text === 'string' ? text : ''
}

const isTooLong = (value: unknown): boolean => textOf(value).length > longestBoardText

/** Other sockets and timers have a turn between two texts: a full page of text takes a second to read. */
async function contactsIn(texts: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const text of texts) {
    if (contactDetailsIn(text).length > 0) found.add(text)
    await nextTurn()
  }
  return found
}

/** Ids of the objects that the update would change. Rare, so a copy of the page is cheap enough. */
function changedBy(document: Doc, update: Uint8Array, isMeant: (value: unknown) => boolean): string[] {
  const copy = copyOf(document)
  const objects = copy.getMap('o')
  const ids = new Set<string>()
  objects.observe(({ keysChanged }) => {
    for (const id of keysChanged) if (typeof id === 'string') ids.add(id)
  })
  applyUpdate(copy, update)
  return [...ids].filter((id) => objects.has(id) && isMeant(objects.get(id)))
}

function sizeAfter(document: Doc, update: Uint8Array): number {
  const copy = copyOf(document)
  applyUpdate(copy, update)
  return encodeStateAsUpdate(copy).length
}

function copyOf(document: Doc): Doc {
  const copy = new Doc()
  applyUpdate(copy, encodeStateAsUpdate(document))
  return copy
}
