/** Numbers without order, each once: grows in place and forgets by putting the last one into the gap. */
export type PostingList = {
  add: (slot: number) => void
  remove: (slot: number) => void
  /** A view that holds until the next change. */
  view: () => Uint32Array
}

export function postingList(): PostingList {
  let slots = new Uint32Array(4)
  let length = 0
  return {
    add: (slot) => {
      if (length === slots.length) {
        const grown = new Uint32Array(Math.ceil(length * 1.5))
        grown.set(slots)
        slots = grown
      }
      slots[length++] = slot
    },
    remove: (slot) => {
      const at = slots.subarray(0, length).indexOf(slot)
      if (at < 0) return
      length--
      slots[at] = slots[length] ?? 0
    },
    view: () => slots.subarray(0, length),
  }
}
