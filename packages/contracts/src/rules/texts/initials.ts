/** The first letters of the first and the last word, without the article of an Arabic name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const [first = '', ...others] = words
  const last = others.at(-1) ?? ''
  const letters = [first, last].map((word) => [...word.replace(/^ال(?=..)/, '')][0] ?? '')
  // joined Arabic letters would read as one word, so they are separated
  return letters
    .filter(Boolean)
    .join(/\p{Script=Arabic}/u.test(name) ? '\u200c' : '')
    .toLocaleUpperCase()
}
