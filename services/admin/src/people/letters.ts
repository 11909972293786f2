/** What a search reads of a person, folded: no words reach from the name into the address. */
export function lettersOf(name: string, email: string): string {
  // joined, not added: that would be two strings to follow in each comparison
  return [name, email].join('\n')
}

/** Which pairs of letters a text holds, as 128 bits in which several pairs may share one. */
export function pairsOf(text: string): [number, number, number, number] {
  const pairs: [number, number, number, number] = [0, 0, 0, 0]
  for (let at = 1; at < text.length; at++) {
    const pair = Math.imul(text.charCodeAt(at - 1) * 31 + text.charCodeAt(at), 0x9e3779b1) >>> 25
    pairs[pair >>> 5] = (pairs[pair >>> 5] ?? 0) | (1 << (pair & 31))
  }
  return pairs
}
