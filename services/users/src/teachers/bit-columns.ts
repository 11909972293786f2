import { countBits } from './week.ts'

/** Yes or no of many slots, 32 in a word: a filter is an `and` of whole words, and counting is counting bits. */
export function bitColumns(width: number) {
  let words = 32
  let columns = Array.from({ length: width }, () => new Uint32Array(words))
  let result = new Uint32Array(words)

  const grow = (slot: number) => {
    if (slot < words * 32) return
    words = Math.ceil((slot * 1.5) / 32)
    columns = columns.map((column) => larger(column, words))
    result = new Uint32Array(words)
  }

  return {
    set: (slot: number, column: number): void => {
      grow(slot)
      const bits = columns[column]
      if (bits) bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31))
    },
    clear: (slot: number, column: number): void => {
      const bits = columns[column]
      if (bits) bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31))
    },
    /**
     * The slots that have at least one column of every group. Holds until the next call.
     * @param end one more than the highest slot
     */
    having: (groups: readonly (readonly number[])[], end: number): Uint32Array => {
      const used = Math.ceil(end / 32)
      result.fill(0xffffffff, 0, used)
      for (const group of groups) {
        const [only] = group
        if (group.length === 1 && only !== undefined) narrow(result, columns[only], used)
        else
          narrow(
            result,
            union(
              group.map((column) => columns[column]),
              used,
            ),
            used,
          )
      }
      return result.subarray(0, used)
    },
    /** How many of `slots` have the column. */
    count: (slots: Uint32Array, column: number): number => {
      const bits = columns[column] ?? slots
      let total = 0
      for (let word = 0; word < slots.length; word++)
        total += countBits((slots[word] ?? 0) & (bits[word] ?? 0))
      return total
    },
  }
}

export function countAll(slots: Uint32Array): number {
  let total = 0
  for (let word = 0; word < slots.length; word++) total += countBits(slots[word] ?? 0)
  return total
}

/** The numbers of the bits that are set, in order. */
export function slotsIn(bits: Uint32Array, count: number): Uint32Array {
  const slots = new Uint32Array(count)
  let at = 0
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1)
      slots[at++] = word * 32 + 31 - Math.clz32(rest & -rest)
  }
  return slots
}

function narrow(result: Uint32Array, by: Uint32Array | undefined, used: number): void {
  if (!by) return
  for (let word = 0; word < used; word++) result[word] = (result[word] ?? 0) & (by[word] ?? 0)
}

function union(all: readonly (Uint32Array | undefined)[], used: number): Uint32Array {
  const sum = new Uint32Array(used)
  for (const one of all) {
    if (one) for (let word = 0; word < used; word++) sum[word] = (sum[word] ?? 0) | (one[word] ?? 0)
  }
  return sum
}

function larger(old: Uint32Array<ArrayBuffer>, words: number): Uint32Array<ArrayBuffer> {
  const column = new Uint32Array(words)
  column.set(old)
  return column
}
