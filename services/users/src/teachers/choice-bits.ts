/** A set of choices from a short list as bits of one word, and back in the list's order. */
export function choiceBits<Key extends string>(keys: readonly Key[]) {
  const bits: ReadonlyMap<string, number> = new Map(keys.map((key, index) => [key, 1 << index]))
  return {
    of: (chosen: readonly Key[]): number => chosen.reduce((word, key) => word | (bits.get(key) ?? 0), 0),
    keys: (word: number): Key[] => keys.filter((_key, index) => (word >> index) & 1),
  }
}
