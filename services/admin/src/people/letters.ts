/** Which pairs of letters a text holds, as 128 bits in which several pairs may share one. */
export type Pairs = { pairs0: number; pairs1: number; pairs2: number; pairs3: number }

/** What a search reads of a person: one text, and its pairs before it. */
export type Letters = Pairs & { text: string }

/** Name and address already folded; nobody's words reach from one into the other. */
export function lettersOf(name: string, email: string): Letters {
  // joined, not added: that would be two strings to follow in each comparison
  const text = [name, email].join('\n')
  return { text, ...pairsOf(text) }
}

export function pairsOf(text: string): Pairs {
  const bits = new Int32Array(4)
  for (let at = 1; at < text.length; at++) {
    const pair = Math.imul(text.charCodeAt(at - 1) * 31 + text.charCodeAt(at), 0x9e3779b1) >>> 25
    bits[pair >>> 5] = (bits[pair >>> 5] ?? 0) | (1 << (pair & 31))
  }
  const [pairs0 = 0, pairs1 = 0, pairs2 = 0, pairs3 = 0] = bits
  return { pairs0, pairs1, pairs2, pairs3 }
}
