import { maxPageBytes } from '@darsi/contracts/rules/board-limits.ts'
import { contactDetailsIn } from '@darsi/contracts/rules/contact-details/contact-details.ts'
import { applyUpdate, Doc, decodeUpdate, encodeStateAsUpdate, Item } from 'yjs'

/** Sent to the tab, which removes these objects and sends the rest again. */
export type Refusal = { type: 'refused'; why: 'contact-details' | 'page-full'; ids: string[] }

/**
 * Checks what a tab adds to a page before other tabs receive it: contact details where the learner is a minor,
 * as in messages, and a page that is full.
 */
export function createBoardGate() {
  // at most this large: exact after each refusal that it would cause
  const sizes = new WeakMap<Doc, number>()

  return async (
    document: Doc,
    update: Uint8Array,
    isMinors: () => Promise<boolean>,
  ): Promise<Refusal | null> => {
    const values = valuesIn(update)
    if (values.some(namesContact) && (await isMinors())) {
      const ids = changedBy(document, update, namesContact)
      return { type: 'refused', why: 'contact-details', ids }
    }
    const size = (sizes.get(document) ?? encodeStateAsUpdate(document).length) + update.length
    sizes.set(document, size)
    // erasing is always possible
    if (size <= maxPageBytes || values.length === 0) return null
    const exact = sizeAfter(document, update)
    sizes.set(document, exact)
    if (exact <= maxPageBytes) return null
    sizes.delete(document)
    return { type: 'refused', why: 'page-full', ids: changedBy(document, update, () => true) }
  }
}

/** The objects that an update brings, without applying it. */
function valuesIn(update: Uint8Array): unknown[] {
  return decodeUpdate(update).structs.flatMap((struct) =>
    struct instanceof Item && !struct.deleted ? struct.content.getContent() : [],
  )
}

/** `t` is the text of an object, whatever its kind: `board-object.ts` of the front end. */
function namesContact(value: unknown): boolean {
  const text = typeof value === 'object' && value !== null && 't' in value ? value.t : value
  return typeof text === 'string' && contactDetailsIn(text).length > 0
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
